declare module 's3rver' {
  /** An S3 server over a folder. Its only account is S3RVER/S3RVER, and it does not verify version 4 signatures. */
  export default class S3rver {
    constructor(options: {
      address: string
      port: number
      silent: boolean
      directory: string
      configureBuckets: { name: string }[]
    })
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}
