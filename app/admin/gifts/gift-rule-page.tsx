import { z } from 'zod'
import { apiQuery, readAgain } from '#app/admin/panel-calls.ts'
import { SaveBar, useSettingsForm } from '#app/admin/settings/settings-form.tsx'
import { FieldProblem, PanelField } from '#app/admin/ui/form-parts.tsx'
import { QueryCard } from '#app/admin/ui/query-view.tsx'
import { callApi } from '#app/api-client.ts'
import { CheckboxField } from '#app/ui/form/choice-fields.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import type { StoredGiftRule } from '#domain/gifts/change-gift-rule.server.ts'
import { giftRuleChangeSchema } from '#domain/gifts/gift-rule.ts'
import { formatTypedZl, parseZl } from '#domain/kernel/amounts/money.ts'
import { GENDER_NAMES, type Gender } from '#domain/kernel/gender.ts'

const giftRuleQuery = apiQuery(['admin-gift-rule'], (signal) => callApi('get', '/api/admin/gift-rule', { signal }))

/** The rule of the free gift: who gets it, from what sum, which gift, how many are left and until when. */
export default function Gifts() {
  return (
    <QueryCard
      title="Reguła +GRATIS"
      id="gratis"
      query={giftRuleQuery}
      failed="Nie udało się załadować reguły +GRATIS"
      rows={5}
    >
      {(stored) => <RuleForm stored={stored} />}
    </QueryCard>
  )
}

const GENDERS = ['women', 'unisex', 'men'] as const satisfies readonly Gender[]

type Typed = Record<'gift' | 'from_grosze' | 'stock' | 'until_day', string> &
  Record<Gender | 'active' | 'with_sample' | 'sample_codes', boolean>

function toTyped(stored: StoredGiftRule): Typed {
  const isFor = (gender: Gender) => stored.genders.includes(gender)
  return {
    active: stored.active,
    women: isFor('women'),
    unisex: isFor('unisex'),
    men: isFor('men'),
    // The owner names the thing; the preset name says nothing.
    gift: stored.preset ? '' : stored.gift,
    from_grosze: stored.from_grosze === 0 ? '' : formatTypedZl(stored.from_grosze),
    stock: stored.stock === null ? '' : String(stored.stock),
    until_day: stored.until_day ?? '',
    with_sample: stored.with_sample,
    sample_codes: stored.sample_codes,
  }
}

/** The typed values, checked as the API checks them. An empty sum means any sum. */
const formSchema = (version: string) =>
  z
    .custom<Typed>()
    .transform(({ active, gift, from_grosze, stock, until_day, with_sample, sample_codes, ...isFor }, context) => {
      const from = from_grosze.trim() === '' ? 0 : readZl(from_grosze)
      if (from === null) {
        context.addIssue({ code: 'custom', path: ['from_grosze'], message: 'Podaj kwotę w zł, na przykład 199' })
        return z.NEVER
      }
      return {
        active,
        genders: GENDERS.filter((gender) => isFor[gender]),
        from_grosze: from,
        gift,
        stock: stock.trim() === '' ? null : Number(stock.trim()),
        until_day: until_day || null,
        with_sample,
        sample_codes,
        version,
      }
    })
    .pipe(giftRuleChangeSchema)

function readZl(typed: string): number | null {
  const amount = parseZl(typed)
  return amount.ok ? amount.value : null
}

function RuleForm({ stored }: { stored: StoredGiftRule }) {
  const settings = useSettingsForm({
    stored,
    toTyped,
    schema: ({ version }) => formSchema(version),
    save: (json) => callApi('post', '/api/admin/gift-rule', { json }),
    read: () => readAgain(giftRuleQuery),
    saved: 'Zapisano regułę +GRATIS',
    failed: { title: 'Nie udało się zapisać reguły +GRATIS' },
  })
  const { form, seen } = settings
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit}>
      <ShownNow {...seen} />
      <CheckboxField {...form.checkbox('active')} label="Dokładam prezent do paczek" />
      <fieldset className="mt-1">
        <legend className="text-sm font-semibold">Do każdej sztuki perfum</legend>
        <div className="flex flex-wrap gap-x-5">
          {GENDERS.map((gender) => (
            <CheckboxField
              key={gender}
              {...form.checkbox(gender)}
              error={undefined}
              label={GENDER_NAMES[gender].toLowerCase()}
            />
          ))}
        </div>
        <FieldProblem>{form.errors.genders}</FieldProblem>
      </fieldset>
      <div className="mt-1 grid grid-cols-1 gap-3 min-[26rem]:grid-cols-2">
        <PanelField
          {...form.text('gift')}
          label="Co dokładasz"
          hint="Nazwij rzecz, na przykład „miniatura 2 ml”. Tak stoi w sklepie, zamówieniu i wiadomościach."
          maxLength={80}
        />
        <PanelField
          {...form.text('stock')}
          label="Ile masz sztuk"
          hint="Puste: nie liczę. Przy zerze obietnica znika ze sklepu."
          inputMode="numeric"
          maxLength={7}
          className="tabular-nums"
        />
        <PanelField
          {...form.text('from_grosze')}
          label="Od sumy produktów (zł)"
          hint="Puste: od każdej."
          inputMode="decimal"
          maxLength={12}
          className="tabular-nums"
        />
        <TextField {...form.text('until_day')} type="date" label="Do dnia (włącznie)" hint="Puste: bez końca." />
      </div>
      <fieldset className="mt-3 border-t border-night/10 pt-3">
        <legend className="sr-only">Próbki</legend>
        <CheckboxField {...form.checkbox('with_sample')} label="Do flakonu dokładam próbkę tego zapachu" />
        <p className="mb-2 text-sm text-night/85">
          Jedna próbka każdego zapachu z zamówienia, za 0,00 zł, ze stanu magazynowego próbki, dopóki są. Kupujący może
          ją sprawdzić i odesłać zamknięty flakon.
        </p>
        <CheckboxField {...form.checkbox('sample_codes')} label="Cena próbki wraca jako kod" />
        <p className="text-sm text-night/85">
          Kto kupi próbkę, dostaje e-mailem kod na kwotę, którą za nią zapłacił: na jedno zamówienie, przez 30 dni,
          tylko dla jego adresu. Kod wychodzi, gdy opłacona próbka jest w drodze, a przy płatności przy odbiorze, gdy
          dotarła. Dotyczy zamówień od chwili włączenia. Gdy próbka wróci przed użyciem kodu, kod przestaje działać.
        </p>
      </fieldset>
      <SaveBar settings={settings} save="Zapisz regułę" canSaveUnchanged={seen.preset}>
        {seen.preset && 'Propozycja na początek: sprawdź i zapisz.'}
      </SaveBar>
    </form>
  )
}

/** Whether buyers are promised a gift now. */
function ShownNow({ offered }: StoredGiftRule) {
  return (
    <p className="mb-2 text-sm text-night/85">
      {offered
        ? 'W sklepie widać teraz plakietki +GRATIS, okienko z promocją oraz zdania w pytaniach i w regulaminie.'
        : 'W sklepie nie widać teraz żadnej obietnicy prezentu.'}
    </p>
  )
}
