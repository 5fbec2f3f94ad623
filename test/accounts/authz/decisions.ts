/**
 * Who may do what to a grant, as a table to read: the rules of decisions.md 3 ("Rights"), one row each.
 * Everything happens on a study. `actor` is how the actor came to its level: by a grant on the study, by
 * one to its group, by one on the project, by one to anybody, `knows` = by Reader on a scenario below,
 * `admin` = by no grant but the builtin role. `others` says who else owns the study: `kept` = somebody
 * does, `none` = nobody. `grant` is what the operation is about.
 */

const DECISIONS = `
actor            | others | grant              | operation      | outcome

nothing          | kept   | -                  | share Reader   | Forbidden
knows            | kept   | -                  | share Reader   | Forbidden
public Owner     | kept   | -                  | share Reader   | Forbidden
Reader           | kept   | -                  | share Reader   | done
Reader           | kept   | -                  | share Creator  | Forbidden
Creator          | kept   | -                  | share Creator  | done
Creator          | kept   | -                  | share Writer   | Forbidden
Writer           | kept   | -                  | share Writer   | done
Writer           | kept   | -                  | share Owner    | Forbidden
Owner            | kept   | -                  | share Owner    | done
group Reader     | kept   | -                  | share Reader   | done
group Writer     | kept   | -                  | share Owner    | Forbidden
group Owner      | kept   | -                  | share Owner    | done
project Reader   | kept   | -                  | share Reader   | done
project Creator  | kept   | -                  | share Reader   | done
project Creator  | kept   | -                  | share Creator  | Forbidden
project Owner    | kept   | -                  | share Owner    | done
admin            | kept   | -                  | share Owner    | done

Writer           | kept   | the user's Reader  | share Reader   | GrantAlreadyExists
Writer           | kept   | the user's Owner   | share Reader   | GrantAlreadyExists
Writer           | kept   | the user's Reader  | share Owner    | Forbidden
Reader           | kept   | public Reader      | share Reader   | done
admin            | kept   | the user's Owner   | share Owner    | GrantAlreadyExists

Writer           | kept   | user Reader        | set Writer     | Forbidden
Writer           | kept   | user Reader        | revoke         | Forbidden
public Owner     | kept   | user Reader        | set Writer     | done
Owner            | kept   | user Reader        | set Owner      | done
Owner            | kept   | user Writer        | set Reader     | done
Owner            | kept   | user Writer        | revoke         | done
Owner            | kept   | user Owner         | set Writer     | Forbidden
Owner            | kept   | user Owner         | revoke         | Forbidden
Owner            | kept   | group Owner        | revoke         | Forbidden
Owner            | kept   | empty group Owner  | revoke         | Forbidden
Owner            | kept   | group Writer       | revoke         | done
Owner            | kept   | public Owner       | set Reader     | done
Owner            | kept   | public Owner       | revoke         | done
Writer           | kept   | public Reader      | revoke         | Forbidden
group Owner      | kept   | user Writer        | revoke         | done
group Owner      | kept   | its group's        | revoke         | Forbidden
project Owner    | kept   | user Writer        | revoke         | done
project Owner    | kept   | user Owner         | revoke         | Forbidden
project Writer   | kept   | user Reader        | revoke         | Forbidden
admin            | kept   | user Owner         | set Reader     | done
admin            | kept   | user Owner         | revoke         | done
admin            | kept   | public Owner       | revoke         | done

Reader           | kept   | own                | revoke         | done
Reader           | kept   | own                | set Writer     | Forbidden
Writer           | kept   | own                | set Reader     | Forbidden
Writer           | kept   | own                | revoke         | done
Owner            | kept   | own                | set Reader     | done
Owner            | kept   | own                | revoke         | done
group Reader     | kept   | its group's        | revoke         | Forbidden

Owner            | none   | own                | set Reader     | LastOwner
Owner            | none   | own                | revoke         | LastOwner
Owner            | none   | own                | set Owner      | done
project Owner    | none   | public Owner       | revoke         | done
project Owner    | none   | user Owner         | revoke         | Forbidden
project Owner    | none   | empty group Owner  | revoke         | Forbidden
admin            | none   | user Owner         | revoke         | done
admin            | none   | group Owner        | set Reader     | done

nothing          | kept   | one that is none   | revoke         | Forbidden
Writer           | kept   | one that is none   | revoke         | UnknownGrant
Writer           | kept   | one that is none   | set Reader     | Forbidden
Owner            | kept   | one that is none   | set Reader     | UnknownGrant
admin            | kept   | one that is none   | revoke         | UnknownGrant
`;

export interface Decision {
  readonly actor: string;
  readonly others: string;
  readonly grant: string;
  readonly operation: string;
  readonly outcome: string;
}

/** The rows of the table. */
export function readDecisions(): Decision[] {
  const lines = DECISIONS.split("\n").filter((line) => line.includes("|"));
  return lines.slice(1).map((line) => {
    const [actor = "", others = "", grant = "", operation = "", outcome = ""] = line
      .split("|")
      .map((cell) => cell.trim());
    return { actor, others, grant, operation, outcome };
  });
}

const LEVEL_NAMES = ["Reader", "Creator", "Writer", "Owner"];

/** Every actor with every grant and operation: what the table's rows are a part of. */
export function allCases(): Omit<Decision, "outcome">[] {
  const of = (who: string): string[] => LEVEL_NAMES.map((level) => `${who} ${level}`);
  const actors = [
    "nothing",
    "knows",
    "admin",
    ...LEVEL_NAMES,
    ...["group", "project", "public"].flatMap(of),
  ];
  const grants = [
    "own",
    "its group's",
    "one that is none",
    ...["user", "group", "empty group", "public"].flatMap(of),
  ];
  const changes = [...LEVEL_NAMES.map((level) => `set ${level}`), "revoke"];
  const targets = ["-", "the user's Reader", "the user's Owner", "public Reader"];
  const shares = LEVEL_NAMES.map((level) => `share ${level}`);
  return actors.flatMap((actor) =>
    ["kept", "none"].flatMap((others) => [
      ...grants.flatMap((grant) =>
        changes.map((operation) => ({ actor, others, grant, operation })),
      ),
      ...targets.flatMap((grant) =>
        shares.map((operation) => ({ actor, others, grant, operation })),
      ),
    ]),
  );
}
