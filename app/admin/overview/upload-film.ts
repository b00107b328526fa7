import { findError, sendFile } from '#app/admin/send-file.ts'

const NOT_SENT =
  'Plik nie doszedł do sklepu. Sprawdź połączenie; przy wolnym łączu zapisz film w mniejszej jakości i spróbuj ponownie.'

/** Sends the file of a film. Null: it is there; else why not, in words. */
export async function uploadFilm(id: string, file: File, onProgress: (share: number) => void): Promise<string | null> {
  const answer = await sendFile(`/api/admin/films/${id}/file`, file, { onProgress })
  if (typeof answer === 'string') return NOT_SENT
  return answer.status === 200 ? null : (findError(answer.body).message ?? NOT_SENT)
}
