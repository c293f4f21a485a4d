import { allowNetwork } from './allow-network.ts'
import { deactivateProduct } from './deactivate-product.ts'
import { deactivateUser } from './deactivate-user.ts'
import { disableUserEndpoint } from './disable-user-endpoint.ts'
import { disallowNetwork } from './disallow-network.ts'
import { listNetworks } from './list-networks.ts'
import { listUserDeliveries } from './list-user-deliveries.ts'
import { listUserEndpoints } from './list-user-endpoints.ts'
import { recoverUserEndpoint } from './recover-user-endpoint.ts'
import { removeTarget } from './remove-target.ts'
import { resendUserDelivery } from './resend-user-delivery.ts'

/** The backoffice operations for a user's webhooks. */
export const webhookDeskRoutes = [
  deactivateUser,
  deactivateProduct,
  removeTarget,
  listNetworks,
  allowNetwork,
  disallowNetwork,
  listUserEndpoints,
  recoverUserEndpoint,
  disableUserEndpoint,
  listUserDeliveries,
  resendUserDelivery,
]
