/** Why the shop does not start. The terminal shows the message, one sentence, without a stack. */
export class StartupError extends Error {
  override name = 'StartupError'
}
