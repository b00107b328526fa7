import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer, request as requestTls } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { freePort } from './free-port.ts'

/** A TLS server in front of another server on this machine. */
export type TlsFront = {
  port: number
  /** The certificate to trust: its path, and its text. */
  caFile: string
  close(): Promise<void>
}

/** Ends TLS in this process, with a certificate that it signs itself. */
export async function startTlsProxy(host: string, target: string): Promise<TlsFront> {
  const folder = mkdtempSync(join(tmpdir(), 'perfumeria-tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const names = `subjectAltName=DNS:${host},DNS:localhost,IP:127.0.0.1`
  const subject = ['-subj', `/CN=${host}`, '-addext', names, '-days', '2', '-nodes']
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-keyout', key, '-out', cert, ...subject], {
    stdio: 'ignore',
  })
  const { hostname, port } = new URL(target)
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (incoming, answer) => {
    const headers = { ...incoming.headers, 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' }
    const { method, url: path } = incoming
    const passed = request({ hostname, port, method, path, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    incoming.pipe(passed)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    caFile: cert,
    async close() {
      server.closeAllConnections()
      server.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Caddy with its own certificate authority, as in front of a shop; if it is not installed, the proxy above. */
export async function startCaddy(host: string, target: string): Promise<TlsFront> {
  if (!['/usr/bin/caddy', '/usr/local/bin/caddy'].some(existsSync)) return startTlsProxy(host, target)
  const folder = mkdtempSync(join(tmpdir(), 'perfumeria-caddy-'))
  const port = await freePort()
  const file = join(folder, 'Caddyfile')
  const site = `https://${host}:${port} {\n\tbind 127.0.0.1\n\ttls internal\n\treverse_proxy ${new URL(target).host}\n}\n`
  const options = '{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n'
  writeFileSync(file, options + site)
  const child = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder },
    stdio: 'ignore',
  })
  const ended = once(child, 'close')
  const caFile = join(folder, 'caddy', 'pki', 'authorities', 'local', 'root.crt')
  const front = { port, caFile }
  await expect
    .poll(
      () =>
        existsSync(caFile) &&
        askTls(front, host, '/healthz').then(
          ({ status }) => status,
          () => 0,
        ),
    )
    .toBeGreaterThan(0)
  return {
    ...front,
    async close() {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

export type TlsAnswer = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer }

/** Requests a host behind this server, as if the host's name resolved to it. */
export function askTls(
  { port, caFile }: Pick<TlsFront, 'port' | 'caFile'>,
  host: string,
  path: string,
  { method = 'GET', headers = {}, json }: { method?: string; headers?: Record<string, string>; json?: unknown } = {},
): Promise<TlsAnswer> {
  return new Promise((resolve, reject) => {
    const text = json === undefined ? undefined : JSON.stringify(json)
    const sent = requestTls(
      {
        host: '127.0.0.1',
        port,
        path,
        method,
        servername: host,
        ca: readFileSync(caFile),
        agent: false,
        headers: { Host: host, ...(text !== undefined && { 'Content-Type': 'application/json' }), ...headers },
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const { statusCode: status = 0, headers } = response
          resolve({ status, headers, body: Buffer.concat(chunks) })
        })
      },
    )
    sent.once('error', reject)
    sent.end(text)
  })
}
