/** Why the shop does not start: shown at the terminal as one sentence, without a stack. */
export class StartupError extends Error {
  override name = 'StartupError'
}
