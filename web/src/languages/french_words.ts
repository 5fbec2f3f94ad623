/** In French nothing, one and less than two are singular. */
export const compter = (n: number, one: string, many: string): string =>
  `${n} ${n < 2 ? one : many}`;

export const citer = (name: string): string => `« ${name} »`;
