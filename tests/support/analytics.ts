import { z } from 'zod'
import { askSandbox } from './mailbox.ts'

const callsSchema = z.array(
  z.object({ command: z.string(), name: z.unknown(), fields: z.record(z.string(), z.unknown()) }),
)
export type MeasuredCall = z.infer<typeof callsSchema>[number]

/** The calls that pages of a shop made to the sandbox's replacement of Google's tag, in order. */
export async function readMeasured(sandbox: { readonly mailboxUrl: string }): Promise<MeasuredCall[]> {
  return callsSchema.parse(await (await askSandbox(sandbox, '/_analytics/calls')).json())
}

/** Forgets all calls so far. */
export async function forgetMeasured(sandbox: { readonly mailboxUrl: string }): Promise<void> {
  await askSandbox(sandbox, '/_analytics/calls', { method: 'DELETE' })
}
