import { activateUser } from './activate-user.ts'
import { addTarget } from './add-target.ts'
import { createKey } from './create-key.ts'
import { createProduct } from './create-product.ts'
import { createUser } from './create-user.ts'
import { createWallet } from './create-wallet.ts'
import { deactivateWallet } from './deactivate-wallet.ts'
import { getProduct } from './get-product.ts'
import { getUser } from './get-user.ts'
import { limitUser } from './limit-user.ts'
import { listKeys } from './list-keys.ts'
import { listMembers } from './list-members.ts'
import { listMemberships } from './list-memberships.ts'
import { listProducts } from './list-products.ts'
import { listUsers } from './list-users.ts'
import { listWallets } from './list-wallets.ts'
import { revokeKey } from './revoke-key.ts'
import { rotateKey } from './rotate-key.ts'

/**
 * Admin operations. Deactivating a user, a product or a grant also ends endpoints, so those operations are in the area of
 * webhooks.
 */
export const keepingRoutes = [
  listUsers,
  getUser,
  createUser,
  activateUser,
  limitUser,
  listProducts,
  getProduct,
  createProduct,
  listMembers,
  listMemberships,
  addTarget,
  listWallets,
  createWallet,
  deactivateWallet,
  listKeys,
  createKey,
  rotateKey,
  revokeKey,
]
