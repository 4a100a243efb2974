export const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];
export const maxPathLength = 500;
export const maxTitleLength = 300;
export const maxDescriptionLength = 8000;
