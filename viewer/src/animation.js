// Where is each node at a moment of the one animation? Linear between keys, the short way round for turns.

/// Channels as { node, path, times, values, width, step }.
export function channels_of(json, read) {
  const animation = json.animations?.[0];
  if (!animation) return [];
  return animation.channels
    .filter((channel) => channel.target.node !== undefined && channel.target.path !== 'weights')
    .map((channel) => {
      const sampler = animation.samplers[channel.sampler];
      return {
        node: channel.target.node, path: channel.target.path, width: channel.target.path === 'rotation' ? 4 : 3,
        times: read(sampler.input), values: read(sampler.output), step: sampler.interpolation === 'STEP',
      };
    });
}

export function sample(channel, seconds, out) {
  const { times, values, width, step } = channel;
  const last = times.length - 1;
  let low = 0, high = last;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= seconds) low = middle; else high = middle;
  }
  const span = times[high] - times[low];
  let share = span > 0 ? Math.min(1, Math.max(0, (seconds - times[low]) / span)) : 0;
  if (step) share = share < 1 ? 0 : 1;
  const a = low * width, b = high * width;
  if (width === 4) return slerp(values, a, b, share, out);
  for (let i = 0; i < width; ++i) out[i] = values[a + i] + share * (values[b + i] - values[a + i]);
  return out;
}

function slerp(values, a, b, share, out) {
  let cosine = 0;
  for (let i = 0; i < 4; ++i) cosine += values[a + i] * values[b + i];
  const sign = cosine < 0 ? -1 : 1;
  const angle = Math.acos(Math.min(1, Math.abs(cosine)));
  // Below some 1e-4 radians the sines cancel; the chord is then as good as the arc.
  const near = angle < 1e-4, sine = Math.sin(angle);
  const from = near ? 1 - share : Math.sin((1 - share) * angle) / sine;
  const to = sign * (near ? share : Math.sin(share * angle) / sine);
  let length = 0;
  for (let i = 0; i < 4; ++i) {
    out[i] = from * values[a + i] + to * values[b + i];
    length += out[i] * out[i];
  }
  for (let i = 0; i < 4; ++i) out[i] /= Math.sqrt(length);
  return out;
}

/// Sets the poses of all animated nodes. Keys are single precision; where they agree to that with the node's own pose,
/// which is written in full, the node's own is taken, so that a gap of 1e-9 at the answer is not lost to rounding.
export function pose_nodes(channels, nodes_by_index, seconds, size) {
  const value = [0, 0, 0, 0];
  for (const channel of channels) {
    const node = nodes_by_index.get(channel.node);
    if (!node) continue;
    sample(channel, seconds, value);
    const own = node[channel.path];
    const tolerance = channel.path === 'translation' ? 1e-6 * size : 1e-6;
    let sign = 1;
    if (channel.path === 'rotation') {
      sign = Math.sign(own.reduce((sum, x, i) => sum + x * value[i], 0)) || 1;
    }
    const same = own.every((x, i) => Math.abs(sign * value[i] - x) <= tolerance);
    node.now[channel.path] = same ? own : value.slice(0, channel.width);
    node.dirty = true;
  }
}
