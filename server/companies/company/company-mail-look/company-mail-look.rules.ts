/** How bright a colour is, as contrast is counted (WCAG 2). @param color #rrggbb */
function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The contrast of white letters on a colour, 1 to 21. */
export const contrastToWhite = (color: string) => 1.05 / (luminance(color) + 0.05);

/** What AA asks for. */
export const leastContrast = 4.5;
