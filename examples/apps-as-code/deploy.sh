#!/bin/sh
# Deploys the apps of this folder: ./deploy.sh staging [revision]
# WEFT_URL, WEFT_TOKEN and WEFT_WORKSPACE name the server, a personal key and the workspace; secrets come from the
# environment variables that environments/<name>.yml names. WEFT is the command, where it is not in the path.
set -eu
cd "$(dirname "$0")"
name=$1
revision=${2:-$(git rev-parse --short HEAD)}
${WEFT:-weft} apps apply apps --environment "environments/$name.yml" --note "$revision" --yes
