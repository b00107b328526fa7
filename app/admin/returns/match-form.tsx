import { toFormProblem } from '#app/admin/panel-calls.ts'
import { Card } from '#app/admin/ui/card.tsx'
import { callApi } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { useForm } from '#app/ui/form/form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { toast } from '#app/ui/toast.ts'
import { type AdminCase, caseMatchSchema } from '#domain/returns/admin-case.ts'
import { refreshCase } from './returns-data.ts'

/** Assigns a statement to the order that the owner recognised. */
export function MatchForm({ found: { id, order_number } }: { found: AdminCase }) {
  const form = useForm({
    schema: caseMatchSchema,
    initial: { order_number },
    async onSubmit(json) {
      const answer = await callApi('post', '/api/admin/returns/:id/match', { param: { id }, json })
      await refreshCase(id)
      if (!answer.ok) return toFormProblem('Nie przypisano', answer.failure)
      toast({ title: 'Sprawa przypisana do zamówienia', tone: 'success' })
      return undefined
    },
  })
  return (
    <Card small title="Przypisz do zamówienia">
      <form ref={form.ref} noValidate onSubmit={form.submit} className="flex flex-wrap items-end gap-3">
        <TextField
          {...form.text('order_number')}
          label="Numer zamówienia"
          autoComplete="off"
          maxLength={60}
          required
          className="min-w-48 flex-1"
        />
        <Button type="submit" variant="secondary" busy={form.busy}>
          Przypisz
        </Button>
      </form>
    </Card>
  )
}
