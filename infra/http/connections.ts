import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { BlockList, Server as NetServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import ipaddr from 'ipaddr.js'
import { findClientNetwork } from '#domain/rate-limits/rate-limits.ts'

export type ConnectionLimits = {
  /** Requests of one connection that came and are not answered; one more ends it. */
  openAnswers: number
  /** A reader that takes nothing of its answer for so long has gone, ms. */
  stalledMs: number
  /** Open connections of all clients. */
  connections: number
  /** Open connections of one network of clients. */
  connectionsPerNetwork: number
  /** A stop ends what was silent for so long, ms. */
  silentMs: number
}

type Connection = {
  socket: Socket
  network: string | null
  /** Requests that are not answered, the one being answered first. */
  open: { request: IncomingMessage; response: ServerResponse; answer: () => void }[]
  /** Bytes of the requests that were answered; more than these are a request that is arriving. */
  answeredBytes: number
  /** When it opened, or when its last answer ended. */
  restsSince: number
  /** Bytes of answers that the system took, as of `progressAt`. */
  sentBytes: number
  progressAt: number
}

const LIMITS = { openAnswers: 8, stalledMs: 30_000, silentMs: 500 }

/** Browsers open six; behind one address of a mobile network are many. */
const MOST_PER_NETWORK = 512
const MOST_CONNECTIONS = 8192
/** Descriptors for all but connections and the files they read. */
const RESERVED_DESCRIPTORS = 256

/** A stop goes on accepting no longer than this, however many come, ms. */
const LONGEST_ACCEPTING_MS = 3_000
/** How long requests that are under way may take to finish on a stop, ms. */
const CLOSE_TIMEOUT_MS = 10_000
const CLOSE_TICK_MS = 50

/**
 * Every connection of the server. Each is answered one request at a time, so that whoever sends many and reads none costs
 * one answer's buffers; connections are bounded in number, in all and for each network but a trusted proxy's.
 */
export class Connections {
  readonly #connections = new Map<Duplex, Connection>()
  readonly #perNetwork = new Map<string, number>()
  readonly #limits: ConnectionLimits
  readonly #trusted: BlockList
  /** When the last connection or request came. */
  #arrivedAt = 0
  #watching: NodeJS.Timeout | undefined
  #closing = false

  constructor(trustedProxy: readonly string[], limits: Partial<ConnectionLimits> = {}) {
    const connections = limits.connections ?? countAffordableConnections()
    this.#limits = { connectionsPerNetwork: MOST_PER_NETWORK, ...LIMITS, ...limits, connections }
    this.#trusted = listNetworks(trustedProxy)
  }

  get closing(): boolean {
    return this.#closing
  }

  /** Follows every connection of this server from now on. */
  watch(server: Server): void {
    server.maxConnections = this.#limits.connections
    server.on('connection', (socket) => this.#add(socket))
    this.#watching = setInterval(() => this.#endStalled(), Math.min(5_000, this.#limits.stalledMs / 4)).unref()
  }

  /** Calls `answer` once the requests that came before this one on its connection are answered. */
  enqueue(request: IncomingMessage, response: ServerResponse, answer: () => void): void {
    const connection = this.#connections.get(request.socket)
    if (!connection || request.socket.destroyed) return
    this.#arrivedAt = performance.now()
    connection.open.push({ request, response, answer })
    if (connection.open.length > this.#limits.openAnswers) request.socket.destroy()
    else if (connection.open.length === 1) this.#answerNext(connection)
  }

  /** Whether the answer being given is the last of its connection: the server closes, and nothing else was asked. */
  isLast(socket: Socket): boolean {
    return this.#closing && this.#connections.get(socket)?.open.length === 1
  }

  /**
   * Whether what the parser refused may be answered now. While an earlier request is being answered it may not: the
   * connection ends after that answer. One that was ended already, or whose answer is half sent, ends without another.
   */
  mayRefuse(socket: Duplex): boolean {
    const connection = this.#connections.get(socket)
    const newest = connection?.open.at(-1)
    if (!connection || !socket.writable) return false
    if (!newest) return true
    if (newest.request.complete) {
      newest.response.once('close', () => socket.destroy())
      return false
    }
    // Its own body is what could not be read.
    if (connection.open.length === 1 && !newest.response.headersSent) return true
    socket.destroy()
    return false
  }

  /**
   * Ends every connection without cutting a request that was sent. Goes on accepting until nobody comes any more: a closed
   * listener resets the connections that the system holds ready for it. Then waits for answers under way; what is silent ends.
   */
  async close(server: Server): Promise<void> {
    this.#closing = true
    const askedAt = performance.now()
    this.#arrivedAt = askedAt
    const { promise, resolve } = Promise.withResolvers<void>()
    let accepting = true
    const tick = () => {
      const now = performance.now()
      if (accepting && (now - this.#arrivedAt >= this.#limits.silentMs || now - askedAt >= LONGEST_ACCEPTING_MS)) {
        accepting = false
        // The close of http.Server would also cut connections whose first request is on its way.
        NetServer.prototype.close.call(server, () => resolve())
      }
      for (const connection of this.#connections.values()) {
        const silentFor = now - Math.max(askedAt, connection.restsSince)
        if (isResting(connection) && silentFor >= this.#limits.silentMs) connection.socket.destroySoon()
      }
      if (now - askedAt >= CLOSE_TIMEOUT_MS) server.closeAllConnections()
    }
    // An immediate runs after everything that has arrived was accepted and read.
    const timer = setInterval(() => setImmediate(tick), CLOSE_TICK_MS)
    await promise
    clearInterval(timer)
    clearInterval(this.#watching)
  }

  #add(socket: Socket): void {
    const network = this.#findNetwork(socket)
    const ofNetwork = network === null ? 0 : (this.#perNetwork.get(network) ?? 0)
    if (ofNetwork >= this.#limits.connectionsPerNetwork) {
      socket.destroy()
      return
    }
    if (network !== null) this.#perNetwork.set(network, ofNetwork + 1)
    const now = performance.now()
    this.#arrivedAt = now
    const counters = { answeredBytes: 0, restsSince: now, sentBytes: 0, progressAt: now }
    this.#connections.set(socket, { socket, network, open: [], ...counters })
    socket.once('close', () => this.#remove(socket))
    parseInPieces(socket)
  }

  #remove(socket: Socket): void {
    const network = this.#connections.get(socket)?.network ?? null
    this.#connections.delete(socket)
    if (network === null) return
    const left = (this.#perNetwork.get(network) ?? 1) - 1
    if (left === 0) this.#perNetwork.delete(network)
    else this.#perNetwork.set(network, left)
  }

  /** Null for a trusted proxy, whose connections are many clients'. */
  #findNetwork({ remoteAddress = '0.0.0.0' }: Socket): string | null {
    const address = ipaddr.process(remoteAddress.split('%', 1)[0] ?? '')
    if (this.#trusted.check(address.toString(), address.kind())) return null
    return findClientNetwork(address.toString())
  }

  #answerNext(connection: Connection): void {
    const next = connection.open[0]
    if (!next || connection.socket.destroyed) return
    next.response.once('close', () => {
      connection.open.shift()
      connection.restsSince = performance.now()
      if (connection.open.length === 0) connection.answeredBytes = connection.socket.bytesRead
      this.#answerNext(connection)
    })
    next.answer()
  }

  #endStalled(): void {
    const now = performance.now()
    for (const connection of this.#connections.values()) {
      const { socket } = connection
      const sentBytes = socket.bytesWritten - socket.writableLength
      if (socket.writableLength === 0 || sentBytes !== connection.sentBytes) {
        connection.sentBytes = sentBytes
        connection.progressAt = now
      } else if (now - connection.progressAt >= this.#limits.stalledMs) socket.destroy()
    }
  }
}

/** Bytes given to the parser at once. */
const PIECE_BYTES = 1024

/**
 * Hands what arrives to Node's parser in small pieces, so that a connection that was ended costs no more: within one piece
 * the parser goes on making a request of every few bytes.
 */
function parseInPieces(socket: Socket): void {
  const [parse] = socket.listeners('data')
  if (!parse) return
  socket.removeAllListeners('data')
  socket.on('data', (chunk: Buffer<ArrayBuffer>) => {
    for (let at = 0; at < chunk.length && !socket.destroyed; at += PIECE_BYTES) {
      parse.call(socket, chunk.subarray(at, at + PIECE_BYTES))
      // Node stops reading while answers wait to be sent.
      if (!socket.isPaused()) continue
      const rest = chunk.subarray(at + PIECE_BYTES)
      if (rest.length > 0) socket.unshift(rest)
      return
    }
  })
}

function isResting({ socket, open, answeredBytes }: Connection): boolean {
  return open.length === 0 && socket.bytesRead === answeredBytes
}

function listNetworks(entries: readonly string[]): BlockList {
  const list = new BlockList()
  for (const entry of entries) {
    if (entry.includes('/')) {
      const [network, bits] = ipaddr.parseCIDR(entry)
      list.addSubnet(network.toString(), bits, network.kind())
    } else {
      const address = ipaddr.parse(entry)
      list.addAddress(address.toString(), address.kind())
    }
  }
  return list
}

/** Linux says there how many descriptors the process may open. */
const PROCESS_LIMITS = '/proc/self/limits'

/** Each connection may read one file. */
function countAffordableConnections(): number {
  const limits = existsSync(PROCESS_LIMITS) ? readFileSync(PROCESS_LIMITS, 'utf8') : ''
  const descriptors = /^Max open files +(\d+)/m.exec(limits)?.[1]
  if (descriptors === undefined) return MOST_CONNECTIONS
  return Math.min(MOST_CONNECTIONS, Math.max(64, Math.floor((Number(descriptors) - RESERVED_DESCRIPTORS) / 2)))
}
