import { z } from 'zod'
import type { Sandbox } from '#sandbox/start-sandbox.ts'

const messagesSchema = z.array(
  z.object({
    id: z.string(),
    messageId: z.string(),
    from: z.string(),
    sender: z.string(),
    to: z.array(z.string()),
    subject: z.string(),
    html: z.string(),
    text: z.string(),
    receivedAt: z.string(),
  }),
)
export type ReceivedMessage = z.infer<typeof messagesSchema>[number]

/** What lies in the sandbox's mailbox for one address, newest first. */
export async function readMessagesTo(sandbox: Pick<Sandbox, 'mailboxUrl'>, to: string): Promise<ReceivedMessage[]> {
  const response = await fetch(`${sandbox.mailboxUrl}_mailbox/messages?${new URLSearchParams({ to })}`)
  return messagesSchema.parse(await response.json())
}

/** Everything that lies in the mailbox, every copy of it. */
export async function readAllMessages(sandbox: Pick<Sandbox, 'mailboxUrl'>): Promise<ReceivedMessage[]> {
  const response = await fetch(new URL('/_mailbox/messages', sandbox.mailboxUrl))
  return messagesSchema.parse(await response.json())
}

export async function planFault(
  sandbox: Pick<Sandbox, 'mailboxUrl'>,
  fault:
    | { service: 'inpost'; mode: 'timeout' | 'error' | 'garbage'; times: number }
    | { service: 'smtp'; mode: 'reject' | 'refuse' | 'hang' | 'drop' | 'slow'; times: number; delayMs?: number },
): Promise<void> {
  const response = await fetch(`${sandbox.mailboxUrl}_control/faults`, { method: 'POST', body: JSON.stringify(fault) })
  if (response.status !== 204) throw new Error(`the sandbox refused the fault: ${await response.text()}`)
}
