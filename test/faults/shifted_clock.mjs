/** Preloaded into a server: each SIGUSR2 sets its clock an hour back, each SIGWINCH an hour on. */
const HOUR_MS = 3_600_000;
const { now } = Date;
const RealDate = Date;
let shift_ms = 0;

class ShiftedDate extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(now() + shift_ms);
    else super(...given);
  }

  static now() {
    return now() + shift_ms;
  }
}

globalThis.Date = ShiftedDate;
process.on("SIGUSR2", () => {
  shift_ms -= HOUR_MS;
});
process.on("SIGWINCH", () => {
  shift_ms += HOUR_MS;
});
