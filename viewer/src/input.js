// Mouse and touch: one finger or the left button turns, two fingers or the right button move, wheel and pinch zoom
// towards what is under them.

const slack = 5;  // pixels that a click may wander

export function attach_input(canvas, rig, { anchor, on_hover, on_leave, on_click, on_drag }) {
  const pointers = new Map();
  let moved = 0, last_pinch = null;

  const pinch = () => {
    const [a, b] = [...pointers.values()];
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, gap: Math.hypot(a.x - b.x, a.y - b.y) };
  };

  canvas.addEventListener('pointerdown', (event) => {
    try { canvas.setPointerCapture(event.pointerId); } catch { /* a pointer that is gone already needs no capture */ }
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (pointers.size === 1) moved = 0;
    last_pinch = pointers.size === 2 ? { ...pinch(), about: anchor(pinch().x, pinch().y) } : null;
  });

  canvas.addEventListener('pointermove', (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === 'mouse') on_hover(event.clientX, event.clientY);
      return;
    }
    const dx = event.clientX - before.x, dy = event.clientY - before.y;
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    moved += Math.abs(dx) + Math.abs(dy);
    if (moved < slack) return;
    on_drag(true);
    if (pointers.size === 1) {
      const pans = event.buttons & 6 || event.shiftKey || event.ctrlKey || event.metaKey;
      if (pans) rig.pan(dx, dy); else rig.rotate(dx, dy);
    } else if (pointers.size === 2 && last_pinch) {
      const now = pinch();
      rig.pan(now.x - last_pinch.x, now.y - last_pinch.y);
      rig.zoom(last_pinch.gap / Math.max(1, now.gap), last_pinch.about);
      last_pinch = { ...now, about: last_pinch.about };
    }
  });

  const release = (event) => {
    if (!pointers.delete(event.pointerId)) return;
    last_pinch = null;
    if (pointers.size) return;
    on_drag(false);
    if (event.type === 'pointerup' && moved < slack) on_click(event.clientX, event.clientY, event.pointerType);
  };
  canvas.addEventListener('pointerup', release);
  canvas.addEventListener('pointercancel', release);
  canvas.addEventListener('pointerleave', () => { if (!pointers.size) on_leave(); });
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());

  // While the wheel turns the anchor is kept: what was under the pointer stays there, however deep it goes.
  let wheel_anchor = null, wheel_at = 0;
  canvas.addEventListener('wheel', (event) => {
    event.preventDefault();
    if (!wheel_anchor || event.timeStamp - wheel_at > 250) wheel_anchor = anchor(event.clientX, event.clientY);
    wheel_at = event.timeStamp;
    const lines = event.deltaMode === 1 ? 16 : 1;
    const turn = Math.max(-240, Math.min(240, event.deltaY * lines * (event.ctrlKey ? 4 : 1)));
    rig.zoom(Math.exp(turn * 0.0018), wheel_anchor);
  }, { passive: false });
}
