import { expect, test, vi } from 'vitest'
import { printReady } from '#infra/process/terminal.ts'

function readyLines(openTo: string | null): string {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  printReady({ shopUrl: 'http://shop.example:3000', openTo, mailboxUrl: null, admin: null })
  const written = write.mock.calls.map(([text]) => String(text)).join('')
  write.mockRestore()
  return written
}

test('a shop on http that is reachable in the network says so once it is ready', () => {
  expect(readyLines('0.0.0.0')).toContain('HOST=0.0.0.0 na http: do sklepu wejdzie każdy komputer w tej sieci')
  expect(readyLines(null)).not.toContain('HOST=')
})
