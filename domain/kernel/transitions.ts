/** The statuses that may follow each status. One table per noun; other transitions are refused. */
export type Transitions<Status extends string> = Readonly<Record<Status, readonly Status[]>>

/** The cause of a change of status. Providers and the shop itself have no account. */
export type Actor =
  | { actor: 'customer' | 'admin'; actorId: string }
  | { actor: 'provider' | 'system'; actorId?: undefined }

/** A wanted change of status. `reason`: why, for later readers of the order's events. */
export type StatusChange<Status extends string> = Actor & { to: Status; reason: string | null }

/** The status cannot change in this way. Nothing was changed. */
export type TransitionNotAllowed<Status extends string> = { reason: 'transition_not_allowed'; from: Status; to: Status }

export function isTransitionAllowed<Status extends string>(
  transitions: Transitions<Status>,
  from: Status,
  to: Status,
): boolean {
  return transitions[from].includes(to)
}

/** The statuses that lead to `to` in one step. */
export function findOrigins<Status extends string>(transitions: Transitions<Status>, to: Status): Status[] {
  return (Object.keys(transitions) as Status[]).filter((from) => isTransitionAllowed(transitions, from, to))
}
