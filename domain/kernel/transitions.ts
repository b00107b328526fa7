/** Which statuses may follow each one. One table per noun; whatever is not in it is refused. */
export type Transitions<Status extends string> = Readonly<Record<Status, readonly Status[]>>

/** Who caused a change of status. Providers and the shop itself have no account. */
export type Actor =
  | { actor: 'customer' | 'admin'; actorId: string }
  | { actor: 'provider' | 'system'; actorId?: undefined }

/** A change of status that is wanted. `reason`: why, for people who read the order's events later. */
export type StatusChange<Status extends string> = Actor & { to: Status; reason: string | null }

/** The status does not lead there; nothing was changed. */
export type TransitionNotAllowed<Status extends string> = { reason: 'transition_not_allowed'; from: Status; to: Status }

export function isTransitionAllowed<Status extends string>(
  transitions: Transitions<Status>,
  from: Status,
  to: Status,
): boolean {
  return transitions[from].includes(to)
}

/** The statuses from which `to` can be reached in one step. */
export function findOrigins<Status extends string>(transitions: Transitions<Status>, to: Status): Status[] {
  return (Object.keys(transitions) as Status[]).filter((from) => isTransitionAllowed(transitions, from, to))
}
