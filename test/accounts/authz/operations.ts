/** Changes of rights as data: one list of them can be judged by the model and asked of the server. */
import {
  findResource,
  type Grantable,
  makeResource,
  type Resource,
  type ResourceType,
  type World,
} from "./model.ts";
import {
  addMembers,
  change,
  create,
  deleteGroup,
  deleteResource,
  deleteUser,
  giveRoles,
  type Outcome,
  removeMembers,
  revoke,
  share,
  takeRoles,
} from "./model_mutations.ts";

export interface On {
  readonly type: ResourceType;
  readonly id: number;
}

export interface Creation {
  readonly kind: "create";
  readonly actor: number;
  readonly type: ResourceType;
  /** The project of a study, the study of a scenario. */
  readonly parent?: number;
  /** Of a scenario. */
  readonly timetable?: number;
  readonly infra?: number;
  /** Of a group. */
  readonly app_roles?: readonly string[];
}

export type Operation =
  | {
      readonly kind: "share";
      readonly actor: number;
      readonly on: On;
      readonly subject: number | null;
      readonly level: Grantable;
    }
  | {
      readonly kind: "change";
      readonly actor: number;
      readonly on: On;
      readonly grant_id: number;
      readonly level: Grantable;
    }
  | {
      readonly kind: "revoke";
      readonly actor: number;
      readonly on: On;
      readonly grant_id: number;
    }
  | {
      readonly kind: "add" | "remove";
      readonly actor: number;
      readonly group: number;
      readonly users: readonly number[];
    }
  | Creation
  | { readonly kind: "delete"; readonly actor: number; readonly on: On }
  | {
      readonly kind: "give_roles" | "take_roles";
      readonly actor: number;
      readonly subject: number;
      readonly tags: readonly string[];
    }
  | { readonly kind: "delete_user"; readonly user: number }
  /** The first contact of an identity. */
  | { readonly kind: "arrive"; readonly identity: string };

/** Ids that the database gave; the model takes them over. 0: none. */
export interface Made {
  readonly id: number;
  readonly grant_id: number;
}

const PARENT_TYPES: { readonly [Type in ResourceType]?: ResourceType } = {
  study: "project",
  scenario: "study",
};

function madeResource(world: World, { type, parent, timetable, infra }: Creation, id: number) {
  const find = (wanted: ResourceType | undefined, wanted_id: number | undefined) =>
    wanted === undefined || wanted_id === undefined ? null : findResource(world, wanted, wanted_id);
  return {
    type,
    id,
    parent: find(PARENT_TYPES[type], parent),
    timetable: find("timetable", timetable),
    infra: find("infra", infra),
  };
}

/** What the model says of an operation; the world is changed when it is done. */
export function judge(world: World, operation: Operation, made: Made): Outcome {
  // One that is not in the world stands for what does not exist.
  const found = ({ type, id }: On): Resource =>
    findResource(world, type, id) ?? makeResource(type, id);
  switch (operation.kind) {
    case "share": {
      const { actor, on, subject, level } = operation;
      const request = { resource: found(on), subject, level, grant_id: made.grant_id };
      return share(world, actor, request);
    }
    case "change":
      return change(world, operation.actor, { ...operation, resource: found(operation.on) });
    case "revoke":
      return revoke(world, operation.actor, { ...operation, resource: found(operation.on) });
    case "add":
      return addMembers(world, operation.actor, operation);
    case "remove":
      return removeMembers(world, operation.actor, operation);
    case "create": {
      const { actor, app_roles = [] } = operation;
      const resource = madeResource(world, operation, made.id);
      return create(world, actor, { made: resource, grant_id: made.grant_id, app_roles });
    }
    case "delete": {
      const { actor, on } = operation;
      if (on.type === "group") return deleteGroup(world, actor, on.id);
      return deleteResource(world, actor, found(on));
    }
    case "give_roles":
      return giveRoles(world, operation.actor, operation);
    case "take_roles":
      return takeRoles(world, operation.actor, operation);
    case "delete_user":
      return deleteUser(world, operation.user);
    case "arrive":
      world.users.push(made.id);
      return "done";
  }
}
