// Large models and tables for tests.

/** A chain of links with spherical joints, hanging between its first joint and its free end. */
export function chain(links: number, analysis: string): string {
  const lines = ['bricard: 1', `name: Chain of ${links} links`, 'bodies:'];
  for (let i = 1; i <= links; ++i)
    lines.push(
      `  link_${i}: {mass: 0.1, inertia: [1e-5, 1e-4, 1e-4], position: [${(0.1 * i - 0.05).toFixed(3)}, 0, 0]}`,
    );
  lines.push('joints:');
  for (let i = 1; i <= links; ++i) {
    const before = i === 1 ? 'ground' : `link_${i - 1}`;
    const at = `[${(0.1 * (i - 1)).toFixed(3)}, 0, 0]`;
    lines.push(`  joint_${i}: {type: revolute, bodies: [${before}, link_${i}], at: ${at}, axis: [0, 1, 0]}`);
  }
  lines.push(analysis, '');
  return lines.join('\n');
}
