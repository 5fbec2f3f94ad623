// Method: the tests of effective_trains.test.ts with 40,000 random paced trains.
process.env["PACED_TRAIN_RUNS"] ??= "40000";
await import("./effective_trains.test.ts");

export {};
