import { faPuzzlePiece } from "@fortawesome/free-solid-svg-icons";
import type { Integration } from "../../data/api-types.ts";
import { Icon } from "../../parts/icon.tsx";

/** The icon of an integration, or a general one. */
export function IntegrationIcon({ integration }: { readonly integration: Pick<Integration, "urls"> }) {
  const { icon } = integration.urls;
  return (
    <span class="row-icon">
      {icon !== undefined && isOwn(icon) ? (
        <img class="integration-icon" src={icon} alt="" width={32} height={32} />
      ) : (
        <Icon of={faPuzzlePiece} />
      )}
    </span>
  );
}

/** Whether a URL is of this server. Images of other hosts are not loaded. */
export function isOwn(url: string): boolean {
  return new URL(url, location.href).origin === location.origin;
}
