import { useId } from 'react'
import { z } from 'zod'
import { FormDialog } from '#app/admin/form-dialog.tsx'
import type { CloseDialog } from '#app/admin/history-dialog.ts'
import { describePanelFailure, refresh } from '#app/admin/panel-calls.ts'
import { PanelField } from '#app/admin/ui/form-parts.tsx'
import { callApi } from '#app/api-client.ts'
import { CheckboxField } from '#app/ui/form/choice-fields.tsx'
import { type FormProblem, useForm } from '#app/ui/form/form.tsx'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { isLockerMethod } from '#domain/kernel/order-words/shipping-method.ts'
import { inflectShipments, type PackingParcel, toVersions, travels } from '#domain/shipping/admin/admin-parcel.ts'
import { joinWarnings, withoutLabel } from '#domain/shipping/admin/parcel-warning.ts'
import { LOCKER_TEMPLATE_LABELS, type ParcelSizes } from '#domain/shipping/carrier/carrier-shipment.ts'
import { LOCKER_TEMPLATES, type LockerTemplate } from '#domain/shipping/carrier/parcel-carrier.ts'
import { carrierQuery } from './carrier-data.ts'
import { labelParcelNumbers } from './carrier-strip.tsx'

type CarrierDialogProps = {
  parcels: readonly PackingParcel[]
  /** The sizes chosen last, as a proposal. */
  sizes: ParcelSizes
  onClose: CloseDialog
  /** Called once the run that creates them has begun. */
  onStarted: (runId: string) => void
}

const format = (value: number) => String(value).replace('.', ',')

const decimal = (least: number, most: number, unit: string) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,4}([.,]\d{1,2})?$/, `Wpisz liczbę ${unit}, na przykład 15 albo 0,8.`)
    .transform((typed) => Number(typed.replace(',', '.')))
    .refine((value) => value >= least && value <= most, `Od ${format(least)} do ${format(most)} ${unit}.`)

const formSchema = z.object({
  locker_template: z.enum(LOCKER_TEMPLATES),
  length: decimal(1, 300, 'cm'),
  width: decimal(1, 300, 'cm'),
  height: decimal(1, 300, 'cm'),
  weight: decimal(0.05, 50, 'kg'),
  despite: z.boolean(),
})

const MEASURES = [
  ['length', 'Długość (cm)'],
  ['width', 'Szerokość (cm)'],
  ['height', 'Wysokość (cm)'],
  ['weight', 'Waga (kg)'],
] as const

/** Asks for the sizes of the parcels and creates them at the carrier. */
export function CarrierDialog({ parcels: asked, sizes, onClose, onStarted }: CarrierDialogProps) {
  const parcels = asked.filter(({ shipments }) => shipments.some(travels))
  const cancelled = asked.filter(({ shipments }) => !shipments.some(travels))
  const warned = parcels.filter(({ warnings }) => withoutLabel(warnings).length > 0)
  const form = useForm({
    schema: formSchema,
    initial: {
      locker_template: sizes.locker_template,
      length: format(sizes.length_mm / 10),
      width: format(sizes.width_mm / 10),
      height: format(sizes.height_mm / 10),
      weight: format(sizes.weight_grams / 1000),
      despite: false,
    },
    async onSubmit({ locker_template, length, width, height, weight, despite }): Promise<FormProblem | undefined> {
      const chosen = {
        locker_template,
        length_mm: Math.round(length * 10),
        width_mm: Math.round(width * 10),
        height_mm: Math.round(height * 10),
        weight_grams: Math.round(weight * 1000),
      }
      const sent = despite ? parcels : parcels.filter((parcel) => !warned.includes(parcel))
      if (sent.length === 0) return { toast: { title: 'Zaznacz, że etykieta ma powstać mimo ostrzeżenia' } }
      const json = {
        parcels: sent.map(({ checkout_id }) => checkout_id),
        sizes: chosen,
        versions: toVersions(sent),
        knows: sent.flatMap(({ warnings }) => warnings.map(({ id }) => id)),
      }
      const answer = await callApi('post', '/api/admin/carrier-shipments', { json })
      if (!answer.ok) {
        return {
          toast: { title: 'Nie udało się utworzyć przesyłek', description: describePanelFailure(answer.failure) },
        }
      }
      onClose()
      onStarted(answer.value.id)
      await refresh(carrierQuery)
      return undefined
    },
  })
  const toLockers = parcels.filter(
    ({ shipments: [first] }) => first !== undefined && isLockerMethod(first.order.shipping_method),
  ).length
  const byCourier = parcels.length - toLockers
  const due = parcels.reduce((sum, { due_grosze }) => sum + (due_grosze ?? 0), 0)
  return (
    <FormDialog
      title="Utwórz w InPost"
      form={form}
      submit={`Utwórz ${parcels.length} ${inflectShipments(parcels.length)}`}
      onClose={onClose}
    >
      <p className="text-sm">
        <span>{describeCounts(toLockers, byCourier)}</span>{' '}
        {due > 0 && (
          <span>
            Pobranie razem <span className="font-semibold tabular-nums">{formatGrosze(due)}</span>, z ubezpieczeniem na
            tę kwotę.
          </span>
        )}
      </p>
      {cancelled.length > 0 && (
        <p className="text-sm">Bez anulowanych zamówień: {cancelled.map(labelParcelNumbers).join(', ')}.</p>
      )}
      {warned.length > 0 && (
        <div className="rounded-xl bg-wine-tint px-4 py-3 text-sm">
          {warned.map((parcel) => (
            <p key={parcel.checkout_id} className="font-semibold wrap-anywhere text-wine">
              {labelParcelNumbers(parcel)}: {joinWarnings(withoutLabel(parcel.warnings))}
            </p>
          ))}
          <CheckboxField
            {...form.checkbox('despite')}
            label={warned.length === 1 ? 'Utwórz także tę etykietę' : `Utwórz także te etykiety (${warned.length})`}
          />
        </div>
      )}
      {toLockers > 0 && (
        <LockerTemplates
          value={form.values.locker_template}
          onChange={(locker_template) => form.change({ locker_template })}
        />
      )}
      {byCourier > 0 && (
        <fieldset>
          <legend className="mb-2 text-sm font-medium">Paczka dla kuriera</legend>
          <div className="grid grid-cols-2 gap-3">
            {MEASURES.map(([name, label]) => (
              <PanelField key={name} {...form.text(name)} label={label} inputMode="decimal" />
            ))}
          </div>
        </fieldset>
      )}
    </FormDialog>
  )
}

function describeCounts(toLockers: number, byCourier: number): string {
  const parts = [toLockers > 0 && `${toLockers} do paczkomatu`, byCourier > 0 && `${byCourier} kurierem`]
  return `Wysyłasz: ${parts.filter(Boolean).join(', ')}.`
}

type LockerTemplatesProps = { value: LockerTemplate; onChange: (template: LockerTemplate) => void }

function LockerTemplates({ value, onChange }: LockerTemplatesProps) {
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">Rozmiar skrytki</legend>
      {LOCKER_TEMPLATES.map((template) => (
        <label key={template} className="flex min-h-11 items-center gap-3 text-sm">
          <input
            type="radio"
            name={name}
            value={template}
            checked={value === template}
            className="size-5 shrink-0 accent-night"
            onChange={() => onChange(template)}
          />
          {LOCKER_TEMPLATE_LABELS[template]}
        </label>
      ))}
    </fieldset>
  )
}
