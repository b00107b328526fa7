import type { BetterAuthOptions } from 'better-auth'

const timestamps = { createdAt: 'created_at', updatedAt: 'updated_at' }

/** Better Auth's models under our table and column names (db/migrations). */
export const authTables = {
  user: {
    modelName: 'users',
    fields: { emailVerified: 'email_verified', ...timestamps },
    additionalFields: {
      role: { type: ['customer', 'admin'], required: false, defaultValue: 'customer', input: false },
      first_name: { type: 'string', required: false, input: false },
      last_name: { type: 'string', required: false, input: false },
      terms_version: { type: 'string', required: false, input: false, returned: false },
      terms_accepted_at: { type: 'date', required: false, input: false, returned: false },
    },
  },
  session: {
    modelName: 'sessions',
    fields: {
      userId: 'user_id',
      expiresAt: 'expires_at',
      ipAddress: 'ip_address',
      userAgent: 'user_agent',
      ...timestamps,
    },
  },
  account: {
    modelName: 'identities',
    fields: {
      userId: 'user_id',
      accountId: 'account_id',
      providerId: 'provider_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
      ...timestamps,
    },
  },
  verification: { modelName: 'verifications', fields: { expiresAt: 'expires_at', ...timestamps } },
} satisfies Pick<BetterAuthOptions, 'user' | 'session' | 'account' | 'verification'>

export const twoFactorTables = {
  user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
  twoFactor: {
    modelName: 'two_factors',
    fields: {
      userId: 'user_id',
      backupCodes: 'backup_codes',
      failedVerificationCount: 'failed_verification_count',
      lockedUntil: 'locked_until',
    },
  },
}

export const jwtTables = {
  jwks: {
    fields: {
      publicKey: 'public_key',
      privateKey: 'private_key',
      createdAt: 'created_at',
      expiresAt: 'expires_at',
    },
  },
}
