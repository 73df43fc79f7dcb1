// Colours of groups: the same group has the same colour for ever.

type Colour = [number, number, number];

const first: Colour[] = [
  [76, 120, 168], [245, 133, 24], [84, 162, 75], [228, 87, 86], [114, 183, 178],
  [178, 121, 162], [200, 160, 30], [157, 117, 93], [120, 94, 240], [255, 140, 170],
];

function ofHue(hue: number): Colour {
  const part = (n: number) => {
    const k = (n + hue / 30) % 12;
    return Math.round(255 * (0.52 - 0.3 * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [part(0), part(8), part(4)];
}

export function colourOf(group: number): Colour {
  if (group < 0) return [140, 140, 140];
  return first[group] ?? ofHue((group * 137.5) % 360);
}

/** From pale to strong: for numbers from 0 to 1. */
export function shade(share: number): Colour {
  const t = Math.max(0, Math.min(1, share));
  return [Math.round(230 - 200 * t), Math.round(120 + 30 * t), Math.round(60 + 140 * t)];
}

export const css = ([r, g, b]: Colour) => `rgb(${r}, ${g}, ${b})`;
