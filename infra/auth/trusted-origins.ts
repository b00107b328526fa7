/**
 * The shop's public address, and the host a request was sent to: the shop may be opened as localhost, 127.0.0.1 or by
 * a name in the local network. A foreign page always carries a foreign Origin, so a form of its own never passes.
 * Behind https an http page of the same host is foreign, too: someone on the wire could have written it.
 */
export function trustedOriginsOf(shopUrl: string, request: Request | undefined): string[] {
  const shop = new URL(shopUrl)
  const origin = request?.headers.get('origin')
  const host = request?.headers.get('host') ?? (request ? new URL(request.url).host : null)
  if (!origin || !host || !URL.canParse(origin)) return [shop.origin]
  const sender = new URL(origin)
  const secureEnough = shop.protocol === 'http:' || sender.protocol === 'https:'
  return sender.host === host && secureEnough ? [shop.origin, sender.origin] : [shop.origin]
}
