// From where is the answer seen best? Of some directions that please, the one from which the first contacts are not
// hidden and are seen from the side: along the normal one could not tell touching from apart.

import * as THREE from 'three';

export function choose_view(scene, rig, picker) {
  const contacts = scene.words.contacts.filter((contact) => contact.point).slice(0, 4);
  let best = { azimuth: THREE.MathUtils.degToRad(-58), elevation: THREE.MathUtils.degToRad(24), score: -Infinity };
  if (!contacts.length) return best;
  for (const elevation_deg of [24, 14, 38, -14]) {
    for (let turn = 0; turn < 16; ++turn) {
      const azimuth = THREE.MathUtils.degToRad(-58 + 22.5 * turn), elevation = THREE.MathUtils.degToRad(elevation_deg);
      const away = new THREE.Vector3(Math.cos(elevation) * Math.cos(azimuth), Math.sin(elevation),
        -Math.cos(elevation) * Math.sin(azimuth));
      let score = 0.35 * Math.cos(azimuth - THREE.MathUtils.degToRad(-58)) - Math.abs(elevation_deg - 24) / 60
        - (elevation_deg < 0 ? 1 : 0);
      for (const contact of contacts) score += contact_score(scene, picker, contact, away) / contacts.length;
      if (score > best.score) best = { azimuth, elevation, score };
    }
  }
  return best;
}

function contact_score(scene, picker, contact, away) {
  const place = scene.from_caller(contact.point);
  // Begun a little off, since the point itself lies on the surfaces.
  const origin = place.clone().addScaledVector(away, 4e-3);
  const blocker = picker.pick({ origin, direction: away.clone() });
  let score = blocker ? -1.5 : 0;
  if (contact.normal) {
    const [x, y, z] = contact.normal;
    score -= 0.8 * Math.abs(away.dot(new THREE.Vector3(x, z, -y)) - 0.3);
  }
  // The side of the scene on which the contact is: it is then in front, not behind.
  return score + 0.6 * place.clone().normalize().dot(away) * Math.min(1, 4 * place.length());
}
