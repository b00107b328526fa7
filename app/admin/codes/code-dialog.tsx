import { FormDialog } from '#app/admin/form-dialog.tsx'
import type { CloseDialog } from '#app/admin/history-dialog.ts'
import { apiQuery, refresh, useAttempt } from '#app/admin/panel-calls.ts'
import { useRowForm } from '#app/admin/row-form.ts'
import { Options, PanelField } from '#app/admin/ui/form-parts.tsx'
import { callApi } from '#app/api-client.ts'
import { CheckboxField, SelectField } from '#app/ui/form/choice-fields.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { toast } from '#app/ui/toast.ts'
import { type AdminCode, codeInputSchema } from '#domain/codes/admin-code.ts'
import { CODE_KINDS, type CodeKind } from '#domain/codes/code.ts'
import { formatTypedZl } from '#domain/kernel/amounts/money.ts'

export type CodesOf = 'owner' | 'samples'

/** Which codes: those that the owner made, or those that the shop issued for samples. */
export const codesQuery = (of: CodesOf) =>
  apiQuery(['admin-codes', of], (signal) => callApi('get', '/api/admin/codes', { query: { of }, signal }))

const KIND_NAMES: Record<CodeKind, string> = {
  percent: 'Procent od ceny produktów',
  sum: 'Kwota od ceny produktów',
  free_delivery: 'Darmowa dostawa',
}

const toText = (value: number | null) => (value === null ? '' : String(value))

function toValues(code: AdminCode | null) {
  return {
    code: code?.code ?? '',
    kind: code?.kind ?? ('percent' as CodeKind),
    percent: code?.kind === 'percent' ? toText(code.value) : '',
    sum_grosze: code?.kind === 'sum' && code.value !== null ? formatTypedZl(code.value) : '',
    valid_from: code?.valid_from ?? '',
    valid_to: code?.valid_to ?? '',
    least_grosze: code && code.least_grosze > 0 ? formatTypedZl(code.least_grosze) : '',
    most_uses: toText(code?.most_uses ?? null),
    once_per_person: code?.once_per_person ?? false,
    email: code?.email ?? '',
    active: code?.active ?? true,
  }
}

type CodeDialogProps = {
  /** Null for a new one. */
  code: AdminCode | null
  onClose: CloseDialog
}

/** The form of a discount code. Text and discount of a code that orders have used cannot be changed. */
export function CodeDialog({ code, onClose }: CodeDialogProps) {
  const attempt = useAttempt()
  const form = useRowForm({
    row: code,
    schema: codeInputSchema,
    toValues,
    send: (input, seen) =>
      seen
        ? callApi('patch', '/api/admin/codes/:id', {
            param: { id: seen.id },
            json: { ...input, version: seen.version },
          })
        : attempt((headers) => callApi('post', '/api/admin/codes', { json: input, headers })),
    onSaved(input) {
      toast({ title: code ? 'Kod zapisany' : 'Kod dodany', description: input.code, tone: 'success' })
      onClose()
    },
    refresh: () => refresh(codesQuery(code?.sample_order ? 'samples' : 'owner')),
    failed: 'Nie udało się zapisać kodu',
  })
  const isFixed = code?.is_used ?? false
  const { kind } = form.values
  return (
    <FormDialog
      title={code ? `Kod ${code.code}` : 'Dodaj kod rabatowy'}
      form={form}
      submit={code ? 'Zapisz zmiany' : 'Dodaj kod'}
      size="md"
      onClose={onClose}
    >
      {isFixed && <p className="text-sm">Kod ma już zamówienia, więc jego tekstu i rabatu nie można zmienić.</p>}
      <PanelField
        {...form.text('code')}
        label="Kod"
        required
        autoCapitalize="characters"
        disabled={isFixed}
        hint="Od 3 do 20 liter i cyfr, na przykład LATO10. Wielkość liter nie ma znaczenia."
      />
      <SelectField
        label="Co daje"
        value={kind}
        disabled={isFixed}
        error={form.errors.kind}
        onChange={({ target }) => form.change({ kind: CODE_KINDS.find((known) => known === target.value) ?? kind })}
      >
        <Options of={CODE_KINDS.map((each) => [each, KIND_NAMES[each]])} />
      </SelectField>
      {kind === 'percent' && (
        <PanelField {...form.text('percent')} label="Procent" inputMode="numeric" disabled={isFixed} />
      )}
      {kind === 'sum' && (
        <PanelField {...form.text('sum_grosze')} label="Kwota (zł)" inputMode="decimal" disabled={isFixed} />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...form.text('valid_from')}
          label="Działa od"
          type="datetime-local"
          hint="Czas polski; puste: od razu"
        />
        <TextField {...form.text('valid_to')} label="Działa do" type="datetime-local" hint="Puste: bez końca" />
        <PanelField
          {...form.text('least_grosze')}
          label="Od kwoty produktów (zł)"
          inputMode="decimal"
          hint="Przed rabatem; puste: od każdej"
        />
        <PanelField {...form.text('most_uses')} label="Ile razy razem" inputMode="numeric" hint="Puste: bez limitu" />
      </div>
      <PanelField
        {...form.text('email')}
        label="Tylko dla adresu e-mail"
        type="email"
        hint="Puste: kod publiczny, przy którym kupujący widzi najniższe ceny z 30 dni"
      />
      <CheckboxField {...form.checkbox('once_per_person')} label="Raz na osobę (po adresie e-mail)" />
      <CheckboxField {...form.checkbox('active')} label="Włączony" />
    </FormDialog>
  )
}
