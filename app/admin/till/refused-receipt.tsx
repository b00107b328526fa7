import { z } from 'zod'
import { DialogButton, FormDialog } from '#app/admin/form-dialog.tsx'
import type { CloseDialog } from '#app/admin/history-dialog.ts'
import { toFormProblem, useWrite } from '#app/admin/panel-calls.ts'
import { Caution } from '#app/admin/ui/card.tsx'
import { callApi } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { useForm } from '#app/ui/form/form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { toast } from '#app/ui/toast.ts'
import type { OpenReceipt } from '#domain/till/read-till.server.ts'
import { tillNameSchema } from '#domain/till/till-name.ts'

/** Words of printers about a name, also one that they know with another rate. */
const ABOUT_NAME = /nazw|przypisan|towar|znak|name/i

type RefusedProps = { sale: OpenReceipt; title: string; onChanged: () => Promise<unknown> }

/** What the printer said of a receipt that it does not take, and what to do about it. */
export function RefusedReceipt({ sale, title, onChanged }: RefusedProps) {
  const again = useReopen(onChanged)
  // A rate or a limit of the printer is changed there.
  const isOfName = ABOUT_NAME.test(sale.refusal ?? '')
  return (
    <div className="mt-3 print:hidden">
      <Caution className="rounded-xl px-4 py-3">
        Drukarka nie przyjęła tego paragonu: <strong>{sale.refusal}</strong>. Nic się nie wydrukowało, a następne na
        niego nie czekają. Zmień nazwę na paragonie, popraw ustawienia drukarki i spróbuj ponownie albo nabij go ręcznie
        i oznacz.
      </Caution>
      <div className="mt-2 flex flex-wrap gap-2">
        <DialogButton
          name={`receipt-names-${sale.checkout_id}`}
          size="tight"
          variant={isOfName ? 'primary' : 'secondary'}
          aria-label={`Zmień nazwę: ${title}`}
          dialog={(close) => <RenameDialog sale={sale} title={title} onChanged={onChanged} onClose={close} />}
        >
          Zmień nazwę
        </DialogButton>
        <Button
          variant={isOfName ? 'secondary' : 'primary'}
          size="tight"
          busy={again.isPending}
          onClick={() => again.mutate(sale.checkout_id)}
          aria-label={`Spróbuj ponownie: ${title}`}
        >
          Spróbuj ponownie
        </Button>
      </div>
    </div>
  )
}

function RenameDialog({ sale, title, onChanged, onClose }: RefusedProps & { onClose: CloseDialog }) {
  const names = [...new Set(sale.lines.map(({ name }) => name))]
  const keys = names.map((_, at) => `nazwa${at}`)
  const initial: Record<string, string> = Object.fromEntries(keys.map((key, at) => [key, names[at] ?? '']))
  const form = useForm({
    schema: z.object(Object.fromEntries(keys.map((key) => [key, tillNameSchema]))),
    initial,
    async onSubmit(typed) {
      const changed = keys.flatMap((key, at) => {
        const [name, change_to] = [names[at] ?? '', typed[key] ?? '']
        return name === change_to ? [] : [{ name, change_to }]
      })
      const call = { param: { id: sale.checkout_id }, json: { names: changed } }
      const answer = await callApi('post', '/api/admin/till/:id/names', call)
      if (!answer.ok) {
        const { failure } = answer
        const taken = failure.reason === 'refused' && failure.code === 'till_name_taken' ? failure : null
        const wrong = keys.find((key) => typed[key] === taken?.details.name)
        return taken && wrong ? { fields: { [wrong]: taken.message } } : toFormProblem('Nie zmieniono nazwy', failure)
      }
      toast({
        title: 'Drukarka spróbuje jeszcze raz',
        description: `Zamówienie ${title}. Nowa nazwa zostaje dla następnych paragonów.`,
        tone: 'success',
      })
      onClose()
      await onChanged()
      return undefined
    },
  })
  return (
    <FormDialog title="Nazwa na paragonie" form={form} submit="Zapisz i drukuj" onClose={onClose}>
      <p className="text-sm">
        Zamówienie {title}. Drukarka powiedziała: <strong>{sale.refusal}</strong>.
      </p>
      <p className="text-sm">
        Kasa przyjmuje polskie litery, cyfry, spację i znaki . , % / \. Gdy zna tę nazwę z inną stawką VAT, dopisz coś
        na końcu, na przykład kropkę.
      </p>
      {keys.map((key, at) => (
        <TextField
          key={key}
          {...form.text(key)}
          label={keys.length === 1 ? 'Nazwa' : `Pozycja ${at + 1}`}
          maxLength={40}
        />
      ))}
    </FormDialog>
  )
}

/** Puts a checkout's receipt back into the queue: after a mistaken press, a refusal, or when the roll does not have it. */
export function useReopen(onChanged: () => Promise<unknown>) {
  return useWrite({
    call: (id: string) => callApi('post', '/api/admin/till/:id/reopen', { param: { id } }),
    failed: 'Nie cofnięto oznaczenia paragonu',
    onSettled: onChanged,
  })
}
