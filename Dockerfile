# Heddle with everything it needs, anywhere:
#   docker build -t heddle . && docker run --rm heddle make test
FROM debian:12
WORKDIR /heddle
COPY scripts/install-deps.sh scripts/
RUN apt-get update -qq \
 && apt-get install -y -qq --no-install-recommends ca-certificates make \
 && scripts/install-deps.sh
COPY . .
CMD ["make", "demo"]
