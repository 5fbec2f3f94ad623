/** A row of something that is there, in front of the first place that begins with `before`. */
export interface AddedRow {
  readonly file: string;
  readonly before: string;
  readonly row: string;
}
