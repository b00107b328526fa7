import { z } from 'zod'
import type { faultSchema } from '#sandbox/faults.ts'

const messagesSchema = z.array(
  z.object({
    id: z.string(),
    messageId: z.string(),
    from: z.string(),
    sender: z.string(),
    to: z.array(z.string()),
    replyTo: z.array(z.string()),
    subject: z.string(),
    html: z.string(),
    text: z.string(),
    attachments: z.array(z.string()),
    receivedAt: z.string(),
  }),
)
export type ReceivedMessage = z.infer<typeof messagesSchema>[number]

/** The possible faults; sandbox/faults.ts describes each mode. */
export type SandboxFault = z.input<typeof faultSchema>

export type Mailbox = ReturnType<typeof openMailbox>

/**
 * The mailbox of a running sandbox and its planned faults. Its address contains the token and is read at every call.
 */
export function openMailbox(sandbox: { readonly mailboxUrl: string }) {
  const ask = (path: string, init: RequestInit = {}) => askSandbox(sandbox, path, init)
  const read = async (path: string) => messagesSchema.parse(await (await ask(path)).json())
  return {
    /** Messages to one address, newest first. */
    messagesTo: (to: string): Promise<ReceivedMessage[]> => read(`/_mailbox/messages?${new URLSearchParams({ to })}`),

    /** All messages, every copy of each. */
    allMessages: (): Promise<ReceivedMessage[]> => read('/_mailbox/messages'),

    /** The bytes of an attached file. */
    async attachmentOf({ id }: Pick<ReceivedMessage, 'id'>, index = 0): Promise<Buffer> {
      return Buffer.from(await (await ask(`/wiadomosci/${id}/zalaczniki/${index}`)).arrayBuffer())
    },

    /** Makes the next calls of a service fail. */
    async planFault(fault: SandboxFault): Promise<void> {
      const response = await ask('/_control/faults', { method: 'POST', body: JSON.stringify(fault) })
      if (response.status !== 204) throw new Error(`the sandbox refused the fault: ${await response.text()}`)
    },

    async clearFaults(): Promise<void> {
      const response = await ask('/_control/faults', { method: 'DELETE' })
      if (response.status !== 204) throw new Error(`the sandbox forgot no fault: ${response.status}`)
    },
  }
}

/** A request with the sandbox's token. */
export function askSandbox(
  sandbox: { readonly mailboxUrl: string },
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  const token = new URL(sandbox.mailboxUrl).searchParams.get('token')
  return fetch(new URL(path, sandbox.mailboxUrl), { ...init, headers: { Authorization: `Bearer ${token}` } })
}
