import { useId, useState } from 'react'
import { z } from 'zod'
import { FormDialog } from '#app/admin/form-dialog.tsx'
import type { CloseDialog } from '#app/admin/history-dialog.ts'
import { toFormProblem, useAttempt } from '#app/admin/panel-calls.ts'
import { PictureField } from '#app/admin/pictures/picture-field.tsx'
import { findError, uploadFile } from '#app/admin/send-file.ts'
import { PanelField } from '#app/admin/ui/form-parts.tsx'
import { callApi } from '#app/api-client.ts'
import { SelectField } from '#app/ui/form/choice-fields.tsx'
import { useForm } from '#app/ui/form/form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { toast } from '#app/ui/toast.ts'
import { FILM_BYTES_MAX, FILM_TYPES, filmInputSchema } from '#domain/films/film.ts'

type Values = { title: string; image_key: string; kind: 'file' | 'link'; link: string; file: File | null }
const EMPTY: Values = { title: '', image_key: '', kind: 'file', link: '', file: null }

const FAILED = 'Nie udało się dodać filmu'
const TOO_LARGE = 'Film może mieć najwyżej 20 MB. Skróć go albo zapisz w mniejszej jakości.'

/** Checks all fields at once, so that every error is shown. */
const schema = z.custom<Values>().transform(({ title, image_key, kind, link, file }, context) => {
  const input = filmInputSchema.safeParse({ title, image_key, link: kind === 'link' ? link : null })
  for (const { path, message } of input.error?.issues ?? []) context.addIssue({ code: 'custom', path, message })
  const problem = file === null ? 'Wybierz plik z filmem' : file.size > FILM_BYTES_MAX ? TOO_LARGE : null
  if (kind === 'file' && problem !== null) context.addIssue({ code: 'custom', path: ['file'], message: problem })
  return input.data ? { film: input.data, file: kind === 'file' ? file : null } : z.NEVER
})

/** Adds a film: its poster, and a file or a link. */
export function FilmDialog({ onClose, onChanged }: { onClose: CloseDialog; onChanged: () => Promise<void> }) {
  const [share, setShare] = useState<number | null>(null)
  const attempt = useAttempt()
  const form = useForm({
    schema,
    initial: EMPTY,
    async onSubmit({ film, file }) {
      const added = await attempt((headers) => callApi('post', '/api/admin/films', { json: film, headers }))
      if (!added.ok) return toFormProblem(FAILED, added.failure)
      const { id } = added.value
      const refused = file && (await uploadFilm(id, file, setShare))
      setShare(null)
      if (refused !== null) {
        // Typed values stay, and are sent again as a new film.
        await callApi('delete', '/api/admin/films/:id', { param: { id } })
        await onChanged()
        return { toast: { title: FAILED, description: refused } }
      }
      toast({ title: 'Film jest na stronie głównej', description: film.title, tone: 'success' })
      onClose()
      await onChanged()
      return undefined
    },
  })
  const { values, errors } = form
  return (
    <FormDialog title="Dodaj film" form={form} submit="Dodaj film" onClose={onClose}>
      <TextField {...form.text('title')} label="Tytuł" maxLength={80} required />
      <div>
        <PictureField
          legend="Okładka"
          value={values.image_key || null}
          onChange={(image_key) => form.change({ image_key: image_key ?? '' })}
        />
        {errors.image_key && <p className="text-xs font-medium text-wine">{errors.image_key}</p>}
      </div>
      <SelectField {...form.text('kind')} label="Film">
        <option value="file">Plik MP4 lub WebM</option>
        <option value="link">Link do TikToka, Instagrama albo YouTube</option>
      </SelectField>
      {values.kind === 'link' ? (
        <PanelField {...form.text('link')} label="Link" type="url" inputMode="url" required />
      ) : (
        <FileField error={errors.file} onChoose={(file) => form.change({ file })} />
      )}
      {share !== null && (
        <p role="status" className="text-xs">
          Przesyłanie filmu: {Math.round(share * 100)}%
        </p>
      )}
    </FormDialog>
  )
}

function FileField({ error, onChoose }: { error?: string; onChoose: (file: File | null) => void }) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="text-sm font-medium">
        Plik, najwyżej 20 MB
      </label>
      <input
        id={id}
        type="file"
        accept={FILM_TYPES.join(',')}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={(event) => onChoose(event.target.files?.[0] ?? null)}
        className="mt-1 block w-full text-sm file:mr-3 file:min-h-11 file:rounded-full file:border file:border-solid
          file:border-night/70 file:bg-white file:px-4 file:font-semibold"
      />
      {error && (
        <p id={`${id}-error`} className="text-xs font-medium text-wine">
          {error}
        </p>
      )}
    </div>
  )
}

const NOT_SENT =
  'Plik nie doszedł do sklepu. Sprawdź połączenie; ' +
  'przy wolnym łączu zapisz film w mniejszej jakości i spróbuj ponownie.'

/** Sends the file of a film. Answers null on success, otherwise the reason in words. */
async function uploadFilm(id: string, file: File, onProgress: (share: number) => void): Promise<string | null> {
  const answer = await uploadFile(`/api/admin/films/${id}/file`, file, { onProgress })
  if (typeof answer === 'string') return NOT_SENT
  return answer.status === 200 ? null : (findError(answer.body).message ?? NOT_SENT)
}
