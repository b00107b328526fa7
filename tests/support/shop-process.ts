import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { PROJECT_ROOT } from '#infra/project-root.ts'
import { freePort } from './free-port.ts'

export type ShopProcess = {
  url: string
  mailboxUrl: string
  child: ChildProcess
  /** Everything printed so far. */
  output(): string
  /** Resolves when the output has this; rejects with the output when the process ends before. */
  says(text: string): Promise<void>
  /** Resolves with the exit code. */
  ended(): Promise<number | null>
  /** SIGTERM, and waits for the end. */
  stop(): Promise<number | null>
  /** kill -9, and waits for the end. */
  kill(): Promise<void>
}

/** The built shop (build/server/index.js) as a process of its own, with nothing in its environment but what is given. */
export async function startShopProcess(env: Record<string, string>): Promise<ShopProcess> {
  const [port, sandboxPort] = [env.PORT ?? String(await freePort()), env.SANDBOX_PORT ?? String(await freePort())]
  const child = spawn(process.execPath, [join(PROJECT_ROOT, 'build', 'server', 'index.js')], {
    cwd: PROJECT_ROOT,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env, PORT: port, SANDBOX_PORT: sandboxPort },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const listeners = new Set<() => void>()
  const hear = (chunk: Buffer) => {
    output += chunk.toString()
    for (const listener of listeners) listener()
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const end = once(child, 'close').then(() => child.exitCode)

  const says = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const listener = () => {
        if (!output.includes(text)) return
        listeners.delete(listener)
        resolve()
      }
      listeners.add(listener)
      listener()
      void end.then((code) => reject(new Error(`The shop ended (${code}) without saying "${text}":\n${output}`)))
    })

  return {
    url: `http://127.0.0.1:${port}`,
    mailboxUrl: `http://127.0.0.1:${sandboxPort}`,
    child,
    output: () => output,
    says,
    ended: () => end,
    stop() {
      child.kill('SIGTERM')
      return end
    },
    async kill() {
      child.kill('SIGKILL')
      await end
    },
  }
}
