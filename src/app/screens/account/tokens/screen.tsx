import { faPlus } from "@fortawesome/free-solid-svg-icons";
import { useState } from "preact/hooks";
import { call } from "../../../data/api.ts";
import { refresh, useList } from "../../../data/queries.ts";
import { Button } from "../../../parts/button.tsx";
import { CopyField } from "../../../parts/copy-field.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { TokenList } from "../../../parts/token-list.tsx";
import { words } from "../../../words/index.ts";
import { AccountScreen } from "../account-screen.tsx";
import { NewTokenDialog } from "./new-token-dialog.tsx";

const texts = words.account.tokens;

/** The API tokens of the user. */
export function Screen() {
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<string>();
  const list = useList("GET /user/tokens", {}, { limit: 1000 }, { all: true });
  const revoke = async (tokenId: string) => {
    await call("DELETE /user/tokens/:tokenId", { tokenId });
    refresh("/user/tokens");
  };
  const createButton = (
    <Button kind="primary" icon={faPlus} onClick={() => setCreating(true)}>
      {texts.create}
    </Button>
  );
  return (
    <AccountScreen actions={createButton}>
      <p class="section-text">{texts.text}</p>
      <TokenList query={list} texts={texts} revoke={revoke} />
      {isCreating && <NewTokenDialog onCreated={setCreated} onClose={() => setCreating(false)} />}
      {created !== undefined && (
        <Dialog title={texts.createdTitle} closing="deliberate" onClose={() => setCreated(undefined)}>
          <div class="dialog-form">
            <p>{texts.createdText}</p>
            <CopyField label={texts.token} value={created} />
            <footer class="dialog-actions">
              <Button kind="primary" onClick={() => setCreated(undefined)}>
                {texts.done}
              </Button>
            </footer>
          </div>
        </Dialog>
      )}
    </AccountScreen>
  );
}
