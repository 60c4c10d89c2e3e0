/** Kept: making one takes longer than a page's other words together. */
const number = new Intl.NumberFormat('fr')

export const plural = (count: number, one: string, many: string): string =>
  `${number.format(count)} ${count < 2 ? one : many}`
