/** In French everything below two is singular, nothing and one included. */
export const compter = (n: number, one: string, many: string): string =>
  `${n} ${n < 2 ? one : many}`;

export const citer = (name: string): string => `« ${name} »`;
