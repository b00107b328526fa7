import { useId, useState } from 'react'
import { ConfirmDialog } from '#app/admin/confirm-dialog.tsx'
import { refresh, useWrite } from '#app/admin/panel-calls.ts'
import { findError, uploadFile } from '#app/admin/send-file.ts'
import { callApi } from '#app/api-client.ts'
import { preparePicture } from '#app/pictures/prepare-picture.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { formatDay } from '#domain/kernel/text/dates-and-plurals.ts'
import { LABEL_FILE_BYTES_MAX, type LabelFileKind } from '#domain/labels/label-file.ts'
import type { LabelSettings } from '#domain/labels/label-queries.server.ts'
import { labelSettingsQuery } from './labels-data.tsx'

type LabelFileFieldProps = {
  kind: LabelFileKind
  file: LabelSettings['files'][LabelFileKind]
  label: string
  accept: string
}

const FAILED = 'Nie udało się wgrać pliku'

/** The file unchanged. Only a picture that the shop would refuse is made smaller. */
async function prepareFile(file: File): Promise<Result<Blob, { reason: 'failed'; description: string }>> {
  const isTaken = file.size <= LABEL_FILE_BYTES_MAX && !/\.hei[cf]$/i.test(file.name)
  if (isTaken) return ok(file)
  if (file.type === 'application/pdf') {
    return fail({ reason: 'failed', description: 'Plik PDF może mieć najwyżej 5 MB.' })
  }
  return preparePicture(file, LABEL_FILE_BYTES_MAX, { isOpaque: true })
}

/** A field for a file that is stored unchanged: the file is sent when it is chosen, and can be replaced or removed. */
export function LabelFileField({ kind, file, label, accept }: LabelFileFieldProps) {
  const id = useId()
  const [share, setShare] = useState<number | null>(null)
  /** A chosen notice that nobody has viewed yet. */
  const [shown, setShown] = useState<{ file: File; url: string } | null>(null)
  const remove = useWrite({
    call: () => callApi('delete', '/api/admin/label-files/:kind', { param: { kind } }),
    failed: 'Nie udało się usunąć pliku',
    onSuccess: () => toast({ title: 'Plik usunięty', tone: 'success' }),
    onSettled: () => refresh(labelSettingsQuery),
  })

  const isNotice = kind === 'guarantee-notice'

  const close = () => setShown(null)

  function show(file: File) {
    const reader = new FileReader()
    reader.onload = () => setShown({ file, url: String(reader.result) })
    reader.readAsDataURL(file)
  }

  async function send(chosen: File) {
    const prepared = await prepareFile(chosen)
    if (!prepared.ok) {
      toast({ title: FAILED, description: prepared.failure.description, tone: 'error' })
      return
    }
    const name = prepared.value === chosen ? chosen.name : chosen.name.replace(/(\.\w+)?$/, '.jpg')
    setShare(0)
    const query = new URLSearchParams({ name: name.slice(0, 200), ...(isNotice && { official: 'tak' }) })
    const answer = await uploadFile(`/api/admin/label-files/${kind}?${query}`, prepared.value, { onProgress: setShare })
    setShare(null)
    if (typeof answer === 'object' && answer.status === 200) {
      toast({ title: 'Plik wgrany', description: chosen.name, tone: 'success' })
    } else {
      const description = typeof answer === 'object' ? findError(answer.body).message : 'Brak połączenia ze sklepem.'
      toast({ title: FAILED, description, tone: 'error' })
    }
    await refresh(labelSettingsQuery)
  }

  return (
    <div>
      {file && (
        <p className="mb-2 flex flex-wrap items-center gap-x-4 text-sm wrap-anywhere">
          <a href={file.url} className="py-2 font-medium underline underline-offset-4">
            {file.name}
          </a>
          <span className="text-xs text-oud">wgrano {formatDay(new Date(file.uploaded_at))}</span>
          <Button
            variant="quiet"
            size="tight"
            className="text-wine"
            busy={remove.isPending}
            onClick={() => remove.mutate()}
          >
            Usuń plik
          </Button>
        </p>
      )}
      <label htmlFor={id} className="text-sm font-medium">
        {label}, najwyżej 5 MB
      </label>
      <input
        id={id}
        type="file"
        accept={accept}
        onChange={({ target }) => {
          const [chosen] = target.files ?? []
          if (chosen && isNotice) show(chosen)
          else if (chosen) void send(chosen)
          target.value = ''
        }}
        className="mt-1 block w-full text-sm file:mr-3 file:min-h-11 file:rounded-full file:border file:border-solid
          file:border-night/70 file:bg-white file:px-4 file:font-semibold"
      />
      {shown && (
        <ConfirmDialog
          open
          title="Czy to urzędowe zawiadomienie?"
          confirm="Tak, to jest urzędowe zawiadomienie"
          cancel="Nie, wybiorę inny plik"
          onConfirm={() => {
            void send(shown.file)
            close()
          }}
          onClose={close}
        >
          <p>
            Zawiadomienie Komisji Europejskiej jest po polsku, w kolorze, z kodem QR i słowami o co najmniej 2 latach
            gwarancji prawnej. Sklep pokaże ten plik przy każdym produkcie, niezmieniony.
          </p>
          <img src={shown.url} alt="Wybrany plik" className="mt-3 max-h-80 w-full rounded-xl bg-sand object-contain" />
        </ConfirmDialog>
      )}
      {share !== null && (
        <p role="status" className="text-xs">
          Przesyłanie pliku: {Math.round(share * 100)}%
        </p>
      )}
    </div>
  )
}
