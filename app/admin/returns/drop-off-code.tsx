import { useState } from 'react'
import { toFormProblem } from '#app/admin/panel-calls.ts'
import { Card } from '#app/admin/ui/card.tsx'
import { PanelField } from '#app/admin/ui/form-parts.tsx'
import { callApi } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { useForm } from '#app/ui/form/form.tsx'
import { toast } from '#app/ui/toast.ts'
import { dropOffCodeSchema } from '#domain/returns/admin-case.ts'
import type { AdminCase } from '#domain/returns/read-cases.server.ts'
import { refreshCase } from './returns-data.ts'

/** The carrier's code for handing the goods in without a label; typed while they are to come back. */
export function DropOffCode({ found: { id, acts, drop_off_code } }: { found: AdminCase }) {
  const form = useForm({
    schema: dropOffCodeSchema,
    initial: { drop_off_code: drop_off_code ?? '' },
    async onSubmit(json) {
      const answer = await callApi('post', '/api/admin/returns/:id/drop-off-code', { param: { id }, json })
      await refreshCase(id)
      if (!answer.ok) return toFormProblem('Nie zapisano kodu', answer.failure)
      form.replace(json)
      toast({ title: 'Kod wysłany kupującemu', tone: 'success' })
      return undefined
    },
  })
  // Another window may have given a code meanwhile.
  const [seen, setSeen] = useState(drop_off_code)
  if (seen !== drop_off_code) {
    setSeen(drop_off_code)
    if (!form.isChanged) form.replace({ drop_off_code: drop_off_code ?? '' })
  }
  const typed = dropOffCodeSchema.safeParse(form.values).data?.drop_off_code
  if (!acts.includes('give_code')) {
    return (
      <Card small title="Kod nadania zwrotu">
        <p className="font-medium tabular-nums">{drop_off_code}</p>
      </Card>
    )
  }
  return (
    <Card small title="Kod nadania zwrotu">
      <form ref={form.ref} noValidate onSubmit={form.submit} className="flex flex-wrap items-start gap-3">
        <PanelField
          {...form.text('drop_off_code')}
          label="Kod od przewoźnika"
          hint={
            drop_off_code === null
              ? 'Kupujący dostanie go e-mailem i nada paczkę bez etykiety.'
              : `Kupujący ma kod ${drop_off_code}. Inny dostanie e-mailem.`
          }
          autoComplete="off"
          autoCapitalize="characters"
          required
          className="min-w-0 flex-1 basis-56"
        />
        {/* The same code is not mailed again. */}
        <Button
          type="submit"
          busy={form.busy}
          disabled={typed !== undefined && typed === drop_off_code}
          className="sm:mt-7"
        >
          {drop_off_code === null ? 'Wyślij kod' : 'Zmień kod'}
        </Button>
      </form>
    </Card>
  )
}
