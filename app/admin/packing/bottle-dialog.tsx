import { ScanBarcode } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { z } from 'zod'
import { FormDialog } from '#app/admin/form-dialog.tsx'
import type { CloseDialog } from '#app/admin/history-dialog.ts'
import { toFormProblem } from '#app/admin/panel-calls.ts'
import { refreshParcels } from '#app/admin/shipments/shipments-data.ts'
import { BarcodeCamera, canScan } from '#app/admin/ui/barcode-camera.tsx'
import { PanelField } from '#app/admin/ui/form-parts.tsx'
import { callApi } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { useForm } from '#app/ui/form/form.tsx'
import { toast } from '#app/ui/toast.ts'
import { splitBatches } from '#domain/batches/batch.ts'
import { nameOrderedSize } from '#domain/kernel/order-words/order-names.ts'
import type { ParcelItem } from '#domain/shipping/admin/admin-parcel.ts'

type BottleDialogProps = { checkoutId: string; item: ParcelItem; onNoted: () => void; onClose: CloseDialog }

const typedSchema = z.object({ code: z.string(), batches: z.string() })

/** Reads code and batch from the bottles of one product; a bottle of another product is refused. */
export function BottleDialog({ checkoutId, item, onNoted, onClose }: BottleDialogProps) {
  const [isScanning, setScanning] = useState(false)
  const { revalidate } = useRevalidator()
  // As the field was filled: the list behind it is read again meanwhile.
  const [seen, setSeen] = useState(item.batches)
  const form = useForm({
    schema: typedSchema,
    initial: { code: '', batches: item.batches.join(', ') },
    async onSubmit({ code, batches }) {
      const json = {
        checkout_id: checkoutId,
        product_id: item.product_id,
        code: code.trim(),
        batches: splitBatches(batches),
        seen,
      }
      const answer = await callApi('post', '/api/admin/packing/batches', { json })
      if (!answer.ok) {
        const { failure } = answer
        if (failure.reason === 'refused' && failure.code === 'batches_noted_meanwhile')
          setSeen([...seen, ...failure.details.noted])
        const { toast, fields = {} } = toFormProblem('Nie zapisano partii', answer.failure)
        // A wrong batch is named by its place in the list.
        const wrong = Object.entries(fields).find(([name]) => name.startsWith('batches'))?.[1]
        return { toast, fields: wrong === undefined ? fields : { ...fields, batches: wrong } }
      }
      await refreshParcels(revalidate)
      if (json.batches.length > 0) onNoted()
      toast({ title: 'Partia zapisana', description: json.batches.join(', '), tone: 'success' })
      onClose()
      return undefined
    },
  })
  return (
    <FormDialog title={nameOrderedSize(item)} form={form} submit="Zapisz partię" onClose={onClose}>
      <PanelField
        {...form.text('code')}
        label="Kod EAN z opakowania"
        hint="Sprawdzimy, czy to ten flakon. Możesz pominąć."
        inputMode="numeric"
        spellCheck={false}
        autoFocus={!canScan()}
      />
      {isScanning ? (
        <BarcodeCamera
          onCode={(code) => {
            form.change({ code })
            setScanning(false)
          }}
          onClose={() => setScanning(false)}
        />
      ) : (
        canScan() && (
          <Button variant="secondary" onClick={() => setScanning(true)}>
            <ScanBarcode aria-hidden="true" className="size-5" />
            Zeskanuj aparatem
          </Button>
        )
      )}
      <PanelField
        {...form.text('batches')}
        label="Numer partii"
        hint={item.quantity > 1 ? 'Kilka różnych oddziel przecinkami.' : 'Zwykle na spodzie pudełka albo flakonu.'}
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="done"
        maxLength={400}
      />
    </FormDialog>
  )
}
