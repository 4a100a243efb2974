import { faArrowsRotate, faLink, faTrash } from "@fortawesome/free-solid-svg-icons";
import { call } from "../../../data/api.ts";
import type { ChangeRequest, Space } from "../../../data/api-types.ts";
import { refresh, useQuery } from "../../../data/queries.ts";
import { attempt } from "../../../data/toasts.ts";
import { Button } from "../../../parts/button.tsx";
import { CopyField } from "../../../parts/copy-field.tsx";
import { confirm } from "../../../parts/dialog.tsx";
import { Loaded } from "../../../parts/states.tsx";
import { words } from "../../../words/index.ts";

const texts = words.changeRequests.preview;
const route = "/spaces/:spaceId/change-requests/:changeRequestId/preview-link";

/** The link to a preview of the site with the content of a change request, for reviewers without an account. */
export function PreviewBox({
  changeRequest,
  space,
}: {
  readonly changeRequest: ChangeRequest;
  readonly space: Space;
}) {
  const params = { spaceId: space.id, changeRequestId: changeRequest.id };
  const link = useQuery(`GET ${route}`, params);
  const isEnded = changeRequest.status === "merged" || changeRequest.status === "archived";
  const mayEdit = space.permissions.edit;
  if (isEnded || (!mayEdit && link.data?.active !== true)) return null;
  const change = async (method: "POST" | "DELETE", done: string) => {
    await attempt<unknown>(
      () => (method === "POST" ? call(`POST ${route}`, params) : call(`DELETE ${route}`, params)),
      done,
    );
    refresh(`/spaces/${space.id}/change-requests/${changeRequest.id}/preview-link`);
  };
  const renew = async () => {
    const { renewTitle: title, renewText: text, renew: action } = texts;
    if (await confirm({ title, text, action })) await change("POST", texts.renewed);
  };
  const remove = async () => {
    const { removeTitle: title, removeText: text, remove: action } = texts;
    if (await confirm({ title, text, action, isDangerous: true })) await change("DELETE", texts.removed);
  };
  return (
    <section class="panel-section preview-box" aria-labelledby="request-preview">
      <h2 id="request-preview">{texts.title}</h2>
      <Loaded query={link}>
        {({ active, sites, urls }) =>
          active && urls.preview !== undefined ? (
            <>
              <CopyField label={texts.link} value={urls.preview} hint={texts.hint} />
              <ul class="preview-sites">
                {(sites.length > 0 ? sites : [{ id: space.id, title: space.title, urls }]).map((site) => (
                  <li key={site.id}>
                    <a href={site.urls.preview} target="_blank" rel="noreferrer">
                      {texts.open(site.title)}
                    </a>
                  </li>
                ))}
              </ul>
              {mayEdit && (
                <div class="form-actions">
                  <Button icon={faArrowsRotate} onClick={renew}>
                    {texts.renew}
                  </Button>
                  <Button kind="quiet" icon={faTrash} onClick={remove}>
                    {texts.remove}
                  </Button>
                </div>
              )}
            </>
          ) : (
            <>
              <p class="hint">{texts.none}</p>
              <Button icon={faLink} onClick={() => change("POST", texts.created)}>
                {texts.create}
              </Button>
            </>
          )
        }
      </Loaded>
    </section>
  );
}
