import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { BlockList, Server as NetServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import ipaddr from 'ipaddr.js'
import { log } from '#domain/kernel/log.ts'
import { findClientNetwork } from '#domain/kernel/rate-limits/client-network.ts'
import type { ConnectionLimits } from './connection-limits.ts'

type Connection = {
  socket: Socket
  network: string | null
  /** Requests without an answer; the first one is being answered. */
  open: { request: IncomingMessage; response: ServerResponse; answer: () => void }[]
  /** Bytes of the answered requests; more bytes belong to a request that is arriving. */
  answeredBytes: number
  /** Whether its first request waits for the listener to close. */
  held: boolean
  /** When the connection opened, or its last answer ended. */
  restsSince: number
}

/**
 * Longest time that a stop goes on accepting connections, and holds the requests that arrive meanwhile, ms. Node accepts
 * one connection a turn of the event loop, and present answers make turns long.
 */
const LONGEST_ACCEPTING_MS = 4_000
/** After this time a turn of any length without a new connection is enough, ms. */
const SHORT_TURNS_MS = 1_000
const CLOSE_TICK_MS = 50
/** How long a busy client may take from connecting to sending, ms. */
const FIRST_REQUEST_MS = 2_000
/** A turn of the event loop this short has handled no request, ms. */
const IDLE_TURN_MS = 0.2

/**
 * All connections of the server. Each is answered one request at a time, so that a client that sends many and reads
 * none costs the buffers of one answer. Their number is limited, in all and per network (except a trusted proxy's).
 */
export class Connections {
  readonly #connections = new Map<Duplex, Connection>()
  readonly #perNetwork = new Map<string, number>()
  readonly #limits: ConnectionLimits
  readonly #trusted: BlockList
  /** When the last connection or request arrived. */
  #arrivedAt = 0
  #closing = false
  /** Whether requests wait until the listener is closed. */
  #holding = false
  #hasCut = false

  constructor(trustedProxy: readonly string[], limits: ConnectionLimits) {
    this.#limits = limits
    this.#trusted = listNetworks(trustedProxy)
  }

  get closing(): boolean {
    return this.#closing
  }

  /** Registers every new connection of this server. */
  watch(server: Server): void {
    server.maxConnections = this.#limits.connections
    server.on('connection', (socket) => this.#add(socket))
    // Node counts it as activity when the system takes a part of a large answer.
    server.setTimeout(this.#limits.stalledMs, (socket: Socket) => {
      if (this.#isAnswering(socket) && socket.writableLength === 0) return
      socket.destroy()
    })
  }

  /** Calls `answer` when the earlier requests of this connection are answered. */
  enqueue(request: IncomingMessage, response: ServerResponse, answer: () => void): void {
    const connection = this.#connections.get(request.socket)
    if (!connection || request.socket.destroyed) return
    this.#arrivedAt = performance.now()
    connection.open.push({ request, response, answer })
    if (connection.open.length > this.#limits.openAnswers) request.socket.destroy()
    else if (connection.open.length === 1) this.#answerNext(connection)
  }

  /** Whether the present answer is the connection's last: the server is closing and no other request waits. */
  isLast(socket: Socket): boolean {
    return this.#closing && this.#connections.get(socket)?.open.length === 1
  }

  /**
   * Whether a request that the parser refused may be answered now. After an earlier request the connection ends with
   * that one's answer. A connection that has ended, or whose answer is half sent, gets no other.
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
    // The unreadable bytes are the body of this request itself.
    if (connection.open.length === 1 && !newest.response.headersSent) return true
    socket.destroy()
    return false
  }

  /**
   * Ends every connection without losing a request that was sent. Closes the listener in the first moment in which the
   * system has queued no connection for it, because closing resets those. Then waits for present answers and ends
   * silent connections.
   */
  async close(server: Server): Promise<void> {
    this.#closing = true
    const askedAt = performance.now()
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#stopAccepting(server, resolve)
    const tick = () => {
      const now = performance.now()
      for (const connection of this.#connections.values()) {
        const silentFor = now - Math.max(askedAt, connection.restsSince)
        const mayEnd = silentFor >= this.#limits.silentMs && !isAwaitedFirst(connection, now)
        if (isResting(connection) && mayEnd) connection.socket.destroySoon()
      }
      if (now - askedAt >= this.#limits.closeMs) this.#cutAnswers(server)
    }
    // An immediate runs after all arrived connections and bytes were handled.
    const timer = setInterval(() => setImmediate(tick), CLOSE_TICK_MS)
    await promise
    clearInterval(timer)
  }

  /** Ends all connections. Whoever gets no answer may repeat the call by its key. */
  #cutAnswers(server: Server): void {
    const answers = [...this.#connections.values()].filter(({ open }) => open.length > 0).length
    if (answers > 0 && !this.#hasCut) log.warn('Answers under way were cut by the stop', { answers })
    this.#hasCut ||= answers > 0
    server.closeAllConnections()
  }

  /**
   * Closes the listener after a short turn of the event loop without a new connection. Until then arriving requests are
   * held, so that turns become short under any number of them. `ended` is called when the last connection has ended.
   */
  #stopAccepting(server: Server, ended: () => void): void {
    this.#holding = true
    const askedAt = performance.now()
    // The first turn has not asked the system for connections.
    let turnBegan = Number.NEGATIVE_INFINITY
    const attempt = () => {
      const now = performance.now()
      const isShort = now - turnBegan < IDLE_TURN_MS || now - askedAt > SHORT_TURNS_MS
      const wasEmpty = this.#arrivedAt < turnBegan && isShort
      turnBegan = now
      if (!wasEmpty && now - askedAt < LONGEST_ACCEPTING_MS) return void setImmediate(attempt)
      // The close of http.Server would also end connections whose first request is arriving.
      NetServer.prototype.close.call(server, () => ended())
      this.#holding = false
      for (const connection of this.#connections.values()) if (connection.held) this.#answerNext(connection)
    }
    setImmediate(attempt)
  }

  #add(socket: Socket): void {
    const now = performance.now()
    this.#arrivedAt = now
    const network = this.#findNetwork(socket)
    const ofNetwork = network === null ? 0 : (this.#perNetwork.get(network) ?? 0)
    if (ofNetwork >= this.#limits.connectionsPerNetwork) {
      socket.destroy()
      return
    }
    if (network !== null) this.#perNetwork.set(network, ofNetwork + 1)
    this.#connections.set(socket, { socket, network, open: [], answeredBytes: 0, held: false, restsSince: now })
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

  /** Null for a trusted proxy, whose connections belong to many clients. */
  #findNetwork({ remoteAddress = '0.0.0.0' }: Socket): string | null {
    const address = ipaddr.process(remoteAddress.split('%', 1)[0] ?? '')
    if (this.#trusted.check(address.toString(), address.kind())) return null
    return findClientNetwork(address.toString())
  }

  #answerNext(connection: Connection): void {
    const next = connection.open[0]
    if (!next || connection.socket.destroyed) return
    connection.held = this.#holding
    if (connection.held) return
    next.response.once('close', () => {
      connection.open.shift()
      connection.restsSince = performance.now()
      if (connection.open.length === 0) connection.answeredBytes = connection.socket.bytesRead
      this.#answerNext(connection)
    })
    next.answer()
  }

  #isAnswering(socket: Socket): boolean {
    return (this.#connections.get(socket)?.open.length ?? 0) > 0
  }
}

/** Whether a connection has just opened, so that its first request may be arriving. */
function isAwaitedFirst({ socket, restsSince }: Connection, now: number): boolean {
  return socket.bytesRead === 0 && now - restsSince < FIRST_REQUEST_MS
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

/** Size of the pieces for the parser, bytes. */
const PIECE_BYTES = 1024

/**
 * Gives received bytes to Node's parser in small pieces. Within one piece the parser goes on making requests of a
 * connection that was destroyed.
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
