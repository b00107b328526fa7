import { useId, useState } from 'react'
import { refresh, useWrite } from '#app/admin/panel-calls.ts'
import { findError, sendFile } from '#app/admin/send-file.ts'
import { callApi } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.ts'
import { formatDay } from '#domain/kernel/text.ts'
import { LABEL_FILE_BYTES_MAX, type LabelFile, type LabelFileKind } from '#domain/labels/label-file.ts'
import { labelSettingsQuery } from './labels-data.ts'

type LabelFileFieldProps = { kind: LabelFileKind; file: LabelFile | null; label: string; accept: string }

const FAILED = 'Nie udało się wgrać pliku'

/** A file that is kept byte for byte: chosen, sent at once, replaced or removed. */
export function LabelFileField({ kind, file, label, accept }: LabelFileFieldProps) {
  const id = useId()
  const [share, setShare] = useState<number | null>(null)
  const remove = useWrite({
    call: () => callApi('delete', '/api/admin/label-files/:kind', { param: { kind } }),
    failed: 'Nie udało się usunąć pliku',
    onSuccess: () => toast({ title: 'Plik usunięty', tone: 'success' }),
    onSettled: () => refresh(labelSettingsQuery),
  })

  async function send(chosen: File) {
    if (chosen.size > LABEL_FILE_BYTES_MAX) {
      toast({ title: FAILED, description: 'Plik może mieć najwyżej 5 MB.', tone: 'error' })
      return
    }
    setShare(0)
    const query = new URLSearchParams({ name: chosen.name.slice(0, 200) })
    const answer = await sendFile(`/api/admin/label-files/${kind}?${query}`, chosen, { onProgress: setShare })
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
          if (chosen) void send(chosen)
          target.value = ''
        }}
        className="mt-1 block w-full text-sm file:mr-3 file:min-h-11 file:rounded-full file:border file:border-solid
          file:border-night/70 file:bg-white file:px-4 file:font-semibold"
      />
      {share !== null && (
        <p role="status" className="text-xs">
          Przesyłanie pliku: {Math.round(share * 100)}%
        </p>
      )}
    </div>
  )
}
