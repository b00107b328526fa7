import { lookup } from 'node:dns/promises'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { fail, ok } from '#domain/kernel/result.ts'
import { type FetchedPicture, PICTURE_BYTES_MAX, type PictureFetcher } from '#domain/pictures/picture.ts'
import { type FindAddresses, isPublicAddress, lookupPublic, NotPublic } from '#infra/http/public-lookup.ts'

/** Longest wait for one picture with its redirects, ms. */
const TIMEOUT_MS = 10_000
const MOST_REDIRECTS = 3

type PictureFetcherOptions = {
  /** Replaces the system's look-up of names. */
  findAddresses?: FindAddresses
  /** Replaces the rule about addresses. */
  isAllowed?: typeof isPublicAddress
}

/**
 * Fetches pictures from public addresses alone, one at a time. The address that is connected to is the one that was
 * checked, also after each redirect, so that no name leads into a network of the shop.
 */
export function createPictureFetcher({
  findAddresses = (hostname) => lookup(hostname, { all: true }),
  isAllowed = isPublicAddress,
}: PictureFetcherOptions = {}): PictureFetcher {
  const lookupAllowed = lookupPublic(findAddresses, isAllowed)

  const isRefused = ({ protocol, hostname, username, password }: URL) => {
    const host = hostname.replace(/^\[|\]$/g, '')
    const isAddress = isIP(host) !== 0
    return !/^https?:$/.test(protocol) || username + password !== '' || (isAddress && !isAllowed({ address: host }))
  }

  function ask(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp
    const headers = { Accept: 'image/jpeg, image/png, image/webp', 'User-Agent': 'perfumeria' }
    return new Promise((resolve, reject) => {
      request(url, { lookup: lookupAllowed, agent: false, headers, signal }, resolve).on('error', reject).end()
    })
  }

  async function follow(address: string): FetchedPicture {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    let url = new URL(address)
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      if (isRefused(url)) return fail({ reason: 'picture_address_refused' })
      const answer = await ask(url, signal)
      const { statusCode = 0 } = answer
      if (statusCode === 200) return readBounded(answer)
      answer.destroy()
      const { location = '' } = answer.headers
      const isRedirect = statusCode >= 300 && statusCode < 400 && URL.canParse(location, url)
      if (!isRedirect) return fail({ reason: statusCode >= 500 ? 'picture_unreachable' : 'picture_not_found' })
      url = new URL(location, url)
    }
    return fail({ reason: 'picture_not_found' })
  }

  let last: Promise<unknown> = Promise.resolve()
  return {
    fetch(address) {
      const turn = last.then(() => follow(address)).catch(judgeError)
      last = turn
      return turn
    },
  }
}

function judgeError(error: unknown): Awaited<FetchedPicture> {
  return fail({ reason: error instanceof NotPublic ? 'picture_address_refused' : 'picture_unreachable' })
}

/** The body, of which no more is read than a picture may have. */
async function readBounded(answer: IncomingMessage): FetchedPicture {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.length
    // Leaving the loop ends the connection.
    if (bytes > PICTURE_BYTES_MAX) return fail({ reason: 'picture_too_large' })
    parts.push(part)
  }
  return ok(Buffer.concat(parts))
}
