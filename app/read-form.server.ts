/** The form that a page was sent. A body that is no form counts as an empty one, which the form's schema refuses in words. */
export async function readFormBody(request: Request): Promise<FormData> {
  try {
    return await request.formData()
  } catch (error) {
    if (error instanceof TypeError) return new FormData()
    throw error
  }
}
