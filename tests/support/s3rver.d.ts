declare module 's3rver' {
  /** An S3 server on a folder. It knows the one account S3RVER/S3RVER and does not check signatures of version 4. */
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
